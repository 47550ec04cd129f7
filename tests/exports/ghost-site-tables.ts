/** The day on which the site of an export was made; everything that is not a post has this date. */
const MADE = '2014-03-01T09:00:00.000Z';
const dated = { created_at: MADE, updated_at: MADE };
/** Makes an id in Ghost's format; `kind` distinguishes tables. */
export const hexId = (kind: number, number: number) => (kind * 1e9 + number).toString(16).padStart(24, '6');
const uuid = (kind: number, number: number) => `${kind}0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** Settings in the form of Ghost 6: group, key, type and value. An export contains no keys and secrets. */
const SETTINGS = [
  ['site', 'title', 'string', 'Old blog'],
  ['site', 'description', 'string', 'Thoughts, stories and ideas'],
  ['site', 'timezone', 'string', 'Etc/UTC'],
  ['site', 'locale', 'string', 'en'],
  ['site', 'codeinjection_head', 'string', '<script>count()</script>'],
  ['site', 'codeinjection_foot', 'string', ''],
  ['site', 'navigation', 'array', '[{"label":"Home","url":"/"},{"label":"About","url":"/about/"}]'],
  ['site', 'secondary_navigation', 'array', '[{"label":"Sign up","url":"#/portal/"}]'],
  ['theme', 'active_theme', 'string', 'source'],
  ['members', 'default_content_visibility', 'string', 'public'],
  ['members', 'members_signup_access', 'string', 'all'],
  ['portal', 'portal_plans', 'array', '["free"]'],
  ['labs', 'labs', 'object', '{}'],
  ['announcement', 'announcement_content', 'string', null],
  ['comments', 'comments_enabled', 'string', 'all'],
] as const;

/** The id of the site's newsletter. */
export const NEWSLETTER_ID = hexId(9, 1);
/** The id of the paid tier; the other tier is free. */
export const TIER_ID = hexId(8, 2);

/**
 * Returns the tables of an export of Ghost 6 other than posts, tags and authors, with the columns of its own schema.
 */
export function ghostSiteTables(authors: number) {
  return {
    benefits: [{ id: hexId(13, 1), name: 'The archive', slug: 'the-archive', ...dated }],
    custom_theme_settings: [
      { id: hexId(14, 1), theme: 'source', key: 'navigation_layout', type: 'select', value: 'Logo in the middle' },
    ],
    newsletters: [newsletterRow()],
    offer_redemptions: [],
    offers: [offerRow()],
    products: [productRow(1, 'Free'), productRow(2, 'Supporter')],
    products_benefits: [{ id: hexId(15, 1), product_id: TIER_ID, benefit_id: hexId(13, 1), sort_order: 0 }],
    roles: ['Administrator', 'Editor', 'Author', 'Contributor', 'Owner'].map((name, number) => ({
      ...{ id: hexId(7, number), name, description: `${name}s`, ...dated },
    })),
    roles_users: Array.from({ length: authors }, (_, number) => ({
      ...{ id: hexId(16, number), role_id: hexId(7, number === 0 ? 4 : 2), user_id: String(number + 1) },
    })),
    settings: SETTINGS.map(([group, key, type, value], number) => ({
      ...{ id: hexId(6, number), group, key, value, type, flags: null, ...dated },
    })),
    snippets: [{ id: hexId(5, 1), name: 'Footer', mobiledoc: '{}', lexical: '{"root":{}}', ...dated }],
    stripe_prices: [],
    stripe_products: [],
  };
}

function newsletterRow() {
  return {
    ...{ id: NEWSLETTER_ID, uuid: uuid(9, 1), name: 'Weekly', description: null, feedback_enabled: 0, slug: 'weekly' },
    ...{ sender_name: null, sender_email: null, sender_reply_to: 'newsletter', status: 'active' },
    ...{ visibility: 'members', subscribe_on_signup: 1, sort_order: 0, header_image: null, show_header_icon: 1 },
    ...{ show_header_title: 1, show_excerpt: 0, title_font_category: 'sans_serif', title_alignment: 'center' },
    ...{ show_feature_image: 1, body_font_category: 'sans_serif', footer_content: null, show_badge: 1 },
    ...{ show_header_name: 0, show_post_title_section: 1, show_comment_cta: 1, show_subscription_details: 0 },
    ...{ show_latest_posts: 0, show_share_button: 0, background_color: 'light', post_title_color: null, ...dated },
    ...{ button_corners: 'rounded', button_style: 'fill', title_font_weight: 'bold', link_style: 'underline' },
    ...{ image_corners: 'square', header_background_color: 'transparent', section_title_color: null },
    ...{ divider_color: null, button_color: 'accent', link_color: 'accent' },
  };
}

function productRow(number: number, name: string) {
  const isFree = number === 1;
  return {
    ...{ id: hexId(8, number), name, slug: name.toLowerCase(), active: 1, welcome_page_url: null },
    ...{ visibility: 'public', trial_days: 0, description: null, type: isFree ? 'free' : 'paid' },
    ...{ currency: isFree ? null : 'usd', monthly_price: isFree ? null : 500, yearly_price: isFree ? null : 5000 },
    ...{ ...dated, monthly_price_id: null, yearly_price_id: null },
  };
}

function offerRow() {
  return {
    ...{ id: hexId(17, 1), active: 1, name: 'Half', code: 'half', product_id: TIER_ID, stripe_coupon_id: null },
    ...{ interval: 'month', currency: null, discount_type: 'percent', discount_amount: 50, duration: 'once' },
    ...{ duration_in_months: null, portal_title: 'Half', portal_description: '', redemption_type: 'signup', ...dated },
  };
}

/**
 * Returns the tables of readers and of earlier versions, which Ghost adds when it is asked for its whole database
 * (`/db/?include=…`): members with their labels and letters, comments, revisions of both editors.
 */
export function ghostReaderTables(posts: number) {
  const members = Array.from({ length: Math.ceil(posts / 2) }, (_, number) => memberRow(number));
  return {
    comments: Array.from({ length: Math.ceil(posts / 3) }, (_, number) => commentRow(number, members.length)),
    labels: [{ id: hexId(18, 1), name: 'From the old list', slug: 'from-the-old-list', ...dated }],
    members,
    members_labels: [{ id: hexId(19, 1), member_id: hexId(12, 0), label_id: hexId(18, 1), sort_order: 0 }],
    members_newsletters: members.flatMap(({ id }, number) =>
      number % 3 === 2 ? [] : [{ id: hexId(4, number), member_id: id, newsletter_id: NEWSLETTER_ID }],
    ),
    mobiledoc_revisions: Array.from({ length: Math.ceil(posts / 8) }, (_, number) => ({
      ...{ id: hexId(20, number), post_id: hexId(1, number), mobiledoc: '{"version":"0.3.1"}' },
      ...{ created_at_ts: 1_500_000_000_000 + number, created_at: MADE },
    })),
    post_revisions: Array.from({ length: Math.ceil(posts / 4) }, (_, number) => ({
      ...{ id: hexId(21, number), post_id: hexId(1, number), lexical: '{"root":{"children":[]}}' },
      ...{ created_at_ts: 1_700_000_000_000 + number, created_at: MADE, author_id: '1', title: `Before ${number}` },
      ...{ post_status: 'draft', reason: 'initial_revision', feature_image: null, feature_image_alt: null },
      ...{ feature_image_caption: null, custom_excerpt: null },
    })),
  };
}

function memberRow(number: number) {
  return {
    ...{ id: hexId(12, number), uuid: uuid(1, number), transient_id: uuid(2, number) },
    ...{ email: `reader-${number}@mail.example`, status: number % 10 === 0 ? 'paid' : 'free' },
    ...{ name: number % 4 === 0 ? null : `Reader ${number}`, expertise: null, note: null, geolocation: null },
    ...{ enable_comment_notifications: 1, enable_updates_and_announcements: 1, email_count: 0 },
    ...{ email_opened_count: 0, email_open_rate: null, email_disabled: number % 12 === 11 ? 1 : 0 },
    ...{ last_seen_at: null, last_commented_at: null, commenting: null },
    ...{ created_at: new Date(1_500_000_000_000 + number * 1000).toISOString(), updated_at: MADE },
  };
}

function commentRow(number: number, members: number) {
  const isAnswer = number % 3 === 1;
  return {
    ...{ id: hexId(22, number), post_id: hexId(1, number), member_id: hexId(12, number % members) },
    ...{ parent_id: isAnswer ? hexId(22, number - 1) : null, in_reply_to_id: null },
    ...{ status: number % 7 === 0 ? 'hidden' : 'published', html: `<p>Said ${number}</p>`, edited_at: null },
    ...{ pinned_at: null, ...dated },
  };
}
