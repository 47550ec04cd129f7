import { headOf } from './lines.ts';

export type LabelName = 'title' | 'slug' | 'excerpt' | 'tags' | 'content' | 'other';

// The names that models give to the parts of a post, in lower case, in the languages in which a site is likely to be
// written.
const words: Readonly<Record<LabelName, string>> = {
  title:
    'title|blog title|post title|blog post title|article title|seo title|headline|h1|titel|überschrift|título|titulo|titre|titolo|tytuł|заголовок|название|标题|標題|タイトル|제목|العنوان|başlık',
  slug: 'slug|url slug|url|permalink|address|адрес|网址|スラッグ',
  excerpt:
    'excerpt|summary|meta description|metadescription|description|teaser|subtitle|auszug|zusammenfassung|beschreibung|extracto|resumen|descripción|resumo|descrição|extrait|résumé|description méta|estratto|riassunto|descrizione|streszczenie|отрывок|описание|摘要|描述|抜粋|概要|요약|المقتطف|özet',
  tags: 'tags|tag|keywords|key words|hashtags|schlagwörter|schlagworte|stichwörter|etiquetas|palabras clave|palavras-chave|étiquettes|mots-clés|parole chiave|etichette|tagi|теги|метки|标签|標籤|关键词|タグ|태그|الوسوم|etiketler',
  content:
    'content|body|article|post|blog|text|full text|full article|blog post|blog content|post content|article body|markdown|html|main content|inhalt|text des beitrags|contenido|cuerpo|conteúdo|contenu|corps|contenuto|testo|treść|содержание|текст|内容|正文|本文|내용|المحتوى|içerik',
  other:
    'category|categories|kategorie|categoría|catégorie|author|date|featured|read time|reading time|word count|words|status|target keyword|primary keyword|focus keyword|seo keywords|meta title|metatitle|image|featured image|image prompt|post number|number|id|language|sprache',
};
const names = new Map<string, LabelName>(
  (Object.keys(words) as LabelName[]).flatMap((name) => words[name].split('|').map((word) => [word, name] as const)),
);

/** Returns the part that a word names; null for any other word. */
export function labelNamed(word: string): LabelName | null {
  const plain = word
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\s-]+/g, ' ')
    .trim()
    .toLowerCase();
  return names.get(plain) ?? names.get(plain.replace(/ /g, '-')) ?? null;
}

export interface Label {
  readonly name: LabelName;
  readonly value: string;
}

const pattern =
  /^\s{0,3}(?:>\s?)?(?:[-*+•]\s+|\d{1,2}[.)]\s+)?(?:#{1,6}\s+)?(?:\*{1,3}|_{1,3}|`|\[)?\s?(\p{L}[\p{L}\p{M}\d _-]{0,29}?)\s?(?:\*{1,3}|_{1,3}|`|\])?\s?[:：]\s?(?:\*{1,3}|_{1,3}|`)?(?=\s|\S)/u;
// A heading or a bold line that holds only the name: "## Content", "**Tags**".
const bare = /^\s{0,3}(?:#{1,6}\s+(?:\*{2})?|\*{2}|\[)(\p{L}[\p{L}\p{M}\d _-]{0,29}?)(?:\*{2}|\])?\s*$/u;

// Tested first: most lines hold no colon and no mark, and the patterns above are expensive.
const mayLabel = /[\s#*[]/;

/**
 * Returns the label at the beginning of a line, in any formatting: "Title: …", "**Title:** …", "### Title: …", "-
 * Title: …".
 */
export function labelOf(line: string): Label | null {
  if (!mayLabel.test(line[0] ?? '') && !line.includes(':') && !line.includes('：')) return null;
  const head = headOf(line);
  const labelled = pattern.exec(`${head} `);
  if (labelled) {
    const name = labelNamed(labelled[1] ?? '');
    return name === null ? null : { name, value: line.slice(labelled[0].length).trim() };
  }
  const alone = bare.exec(head);
  const name = alone && head.length === line.length ? labelNamed(alone[1] ?? '') : null;
  return name === null ? null : { name, value: '' };
}
