import { z } from 'zod';
import { bodyLimits, endpoint } from './endpoint.ts';
import { isoDate, lineOfText, pagingQuery } from './fields.ts';

/** A stored picture. `size` in bytes, `width` and `height` in pixels of the served one, `url` under /uploads/. */
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
    /** Ids of the posts that show it. */
    usedBy: z.array(z.int()),
  })
  .meta({ id: 'Image' });
export type Image = z.output<typeof image>;

/** A picture just stored; `imageUrl` repeats `url` under the name the upload has always answered. */
export const uploadedImage = image.extend({ imageUrl: z.string() }).meta({ id: 'UploadedImage' });
export type UploadedImage = z.output<typeof uploadedImage>;

export const imageMetadataFields = z.object({
  title: lineOfText(300).optional(),
  alt: lineOfText(1000).optional(),
});

/** The one field of the multipart form that holds the file. */
export const UPLOAD_FIELD = 'image';

/** A name under /uploads/ or, where a call says so, an id. What no picture has is simply not found. */
const imageName = z.string().min(1).max(300);

export const listImages = endpoint({
  name: 'listImages',
  method: 'GET',
  path: '/api/images',
  summary: 'Stored pictures, newest first. X-Total-Count and Link carry the paging',
  query: pagingQuery,
  response: z.array(image),
});

export const uploadImage = endpoint({
  name: 'uploadImage',
  method: 'POST',
  path: '/api/upload/image',
  summary: 'Stores a picture sent as multipart field `image`',
  bodyKind: 'multipart',
  // The frame of a multipart body comes on top of the file, which alone may have the full size.
  bodyLimit: bodyLimits.picture + 64 * 1024,
  status: 201,
  response: uploadedImage,
  errors: ['picture_refused', 'rate_limited'],
});

export const updateImage = endpoint({
  name: 'updateImage',
  method: 'PUT',
  path: '/api/images/:filename',
  summary: 'Changes a picture’s title or alternative text',
  params: z.object({ filename: imageName }),
  body: imageMetadataFields,
  response: image,
  errors: ['not_found'],
});

export const deleteImage = endpoint({
  name: 'deleteImage',
  method: 'DELETE',
  path: '/api/images/:image',
  summary: 'Deletes a picture, named by id or filename',
  params: z.object({ image: imageName }),
  errors: ['not_found'],
});
