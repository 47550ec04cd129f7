import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { atMost, idParam, lineOfText, slugParam, storableText } from './fields.ts';

/** `color` is a styling class ("category-technology"), `icon` a name from our icon set ("cpu"). */
export const category = z
  .object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    color: z.string(),
    icon: z.string(),
  })
  .meta({ id: 'Category' });
export type Category = z.output<typeof category>;

/** A category with its number of live posts, so that a page that shows the number needs no second call. */
export const categoryWithCount = category.extend({ postCount: z.int() }).meta({ id: 'CategoryWithCount' });
export type CategoryWithCount = z.output<typeof categoryWithCount>;

/** The fields that can be written, without defaults: in a change, an absent field stays as it is. */
const categoryChanges = z.object({
  name: lineOfText(80).min(1, 'Name is required'),
  slug: z
    .string()
    .trim()
    .max(80, atMost(80))
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Only lowercase letters, digits and single hyphens'),
  description: storableText.trim().max(500, atMost(500)),
  color: lineOfText(80).min(1, 'Color is required'),
  icon: lineOfText(80).min(1, 'Icon is required'),
});

export const categoryFields = categoryChanges.extend({ description: categoryChanges.shape.description.default('') });

export const listCategories = endpoint({
  name: 'listCategories',
  method: 'GET',
  path: '/api/categories',
  access: 'public',
  token: 'read',
  summary: 'All categories in their order, each with its number of live posts',
  response: z.array(categoryWithCount),
});

export const getCategory = endpoint({
  name: 'getCategory',
  method: 'GET',
  path: '/api/categories/:slug',
  access: 'public',
  token: 'read',
  summary: 'One category by slug',
  params: z.object({ slug: slugParam }),
  response: categoryWithCount,
  errors: ['category_not_found'],
});

export const createCategory = endpoint({
  name: 'createCategory',
  method: 'POST',
  path: '/api/categories',
  audit: 'category_created',
  summary: 'Makes a category',
  body: categoryFields,
  status: 201,
  response: category,
  errors: ['name_taken'],
});

export const updateCategory = endpoint({
  name: 'updateCategory',
  method: 'PUT',
  path: '/api/categories/:id',
  summary: 'Changes any of a category’s fields',
  params: z.object({ id: idParam }),
  body: categoryChanges.partial(),
  response: category,
  errors: ['not_found', 'name_taken'],
});

/** A category in use can be deleted only when `moveTo` names the category its posts move to. */
export const deleteCategory = endpoint({
  name: 'deleteCategory',
  method: 'DELETE',
  path: '/api/categories/:id',
  summary: 'Deletes a category; its posts move to `moveTo`',
  params: z.object({ id: idParam }),
  query: z.object({ moveTo: idParam.optional() }),
  errors: ['not_found', 'still_in_use'],
});
