import { z } from 'zod';
import { bodyLimits, endpoint } from './endpoint.ts';
import { isoDate, lineOfText, pagingQuery, queryFlag } from './fields.ts';

/** A post that shows a picture, with the fields that the library shows. */
const showingPost = z.object({ id: z.int(), title: z.string(), isInBin: z.boolean() });

/**
 * A stored picture. `size` is in bytes, `width` and `height` are in pixels of the served picture, `url` is under
 * /uploads/. Fields that an older server does not send are empty.
 */
export const image = z
  .object({
    id: z.int(),
    filename: z.string(),
    url: z.string(),
    created: isoDate,
    size: z.int(),
    width: z.int(),
    height: z.int(),
    metadata: z.object({ title: z.string(), alt: z.string() }),
    /** The ids of the posts that show the picture. */
    usedBy: z.array(z.int()),
    /** The newest of these posts, at most 20. */
    usedIn: z.array(showingPost).default([]),
    /** The name of the uploaded file. */
    name: z.string().default(''),
    /**
     * The point that stays visible where the picture is cropped, in per cent from the left and from the top: "50 30";
     * empty for the middle.
     */
    focus: z.string().default(''),
    /** The address of a small copy; for a picture in the bin, an address that only the owner receives. */
    thumbnail: z.string().default(''),
    /** When the picture was put into the bin. */
    deletedAt: isoDate.nullable().default(null),
  })
  .meta({ id: 'Image' });
export type Image = z.output<typeof image>;

/** A picture just stored; `imageUrl` repeats `url` under the name that upload answers have always used. */
export const uploadedImage = image.extend({ imageUrl: z.string() }).meta({ id: 'UploadedImage' });
export type UploadedImage = z.output<typeof uploadedImage>;

export const imageMetadataFields = z.object({
  title: lineOfText(300).optional(),
  alt: lineOfText(1000).optional(),
  focus: z
    .string()
    .regex(/^((100|\d{1,2}) (100|\d{1,2}))?$/, 'Must be two numbers from 0 to 100, or nothing')
    .optional(),
});

export const imageOrders = ['newest', 'oldest', 'name', 'largest'] as const;
export type ImageOrder = (typeof imageOrders)[number];

/** Which pictures a list contains; an absent field does not restrict it. */
const imageFilter = z.object({
  /**
   * Words that must all occur in the file's name, the title, the alternative text or the title of a post that shows the
   * picture.
   */
  q: z.string().max(500).optional(),
  /** `newest` when absent. Only that order has a cursor. */
  order: z.enum(imageOrders).optional(),
  /** File names, separated by commas: the list has only these pictures. */
  names: z.string().max(8000).optional(),
  /** Only pictures that no post shows. */
  unused: queryFlag.optional(),
  /** The pictures in the bin, the last deleted first, instead of those outside it. */
  bin: queryFlag.optional(),
});

/** The one field of the multipart form, which holds the file. */
export const UPLOAD_FIELD = 'image';

/**
 * A name under /uploads/ or, where a call says so, an id. Any text is accepted; a name that no picture has is simply
 * not found.
 */
const imageName = z.string().min(1).max(300);

export const listImages = endpoint({
  name: 'listImages',
  method: 'GET',
  path: '/api/images',
  token: 'read',
  summary: 'Stored pictures, newest first. X-Total-Count and Link carry the paging',
  query: pagingQuery.extend(imageFilter.shape),
  response: z.array(image),
});

export const uploadImage = endpoint({
  name: 'uploadImage',
  method: 'POST',
  path: '/api/upload/image',
  audit: 'picture_uploaded',
  token: 'write',
  summary: 'Stores a picture sent as multipart field `image`',
  bodyKind: 'multipart',
  // The file alone may have the full size; the framing of the multipart body is added to it.
  bodyLimit: bodyLimits.picture + 64 * 1024,
  status: 201,
  response: uploadedImage,
  errors: ['picture_refused', 'rate_limited', 'idempotency_mismatch'],
  idempotent: true,
});

export const replaceImage = endpoint({
  name: 'replaceImage',
  method: 'POST',
  path: '/api/images/:filename/replacement',
  summary:
    'Gives a picture another file, of whatever type, sent as multipart field `image`. The file gets an address of its own, every post that shows the old one is changed, and the old one goes to the bin',
  params: z.object({ filename: imageName }),
  bodyKind: 'multipart',
  bodyLimit: bodyLimits.picture + 64 * 1024,
  response: uploadedImage,
  errors: ['not_found', 'picture_refused', 'rate_limited', 'post_conflict', 'content_too_complex'],
});

export const updateImage = endpoint({
  name: 'updateImage',
  method: 'PUT',
  path: '/api/images/:filename',
  summary: 'Changes a picture’s title, alternative text or focal point',
  params: z.object({ filename: imageName }),
  body: imageMetadataFields,
  response: image,
  errors: ['not_found'],
});

export const deleteImage = endpoint({
  name: 'deleteImage',
  method: 'DELETE',
  path: '/api/images/:image',
  summary: 'Puts a picture, named by id or filename, into the bin for 30 days. Posts that show it keep its address',
  params: z.object({ image: imageName }),
  errors: ['not_found'],
});

export const undeleteImage = endpoint({
  name: 'undeleteImage',
  method: 'POST',
  path: '/api/images/:image/undelete',
  summary: 'Takes a picture, named by id or filename, back out of the bin',
  params: z.object({ image: imageName }),
  response: image,
  errors: ['not_found'],
});

export const purgeImage = endpoint({
  name: 'purgeImage',
  method: 'DELETE',
  path: '/api/images/bin/:image',
  audit: 'picture_purged',
  summary: 'Deletes a picture that is in the bin for good, named by id or filename',
  params: z.object({ image: imageName }),
  errors: ['not_found'],
});

export const emptyImageBin = endpoint({
  name: 'emptyImageBin',
  method: 'DELETE',
  path: '/api/images/bin',
  audit: 'picture_bin_emptied',
  summary: 'Deletes every picture in the bin for good',
});
