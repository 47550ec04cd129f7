import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Post } from '#shared/contract/posts.ts';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { newPostValues, type PostValues, valuesOfPost } from '#shared/workspace/post-values.ts';
import { ContentField } from './content-field.tsx';
import { DebugPanel } from './debug-panel.tsx';
import { FeaturedImageField } from './featured-image-field.tsx';
import { FilingFields } from './filing-fields.tsx';
import { FormActions } from './form-actions.tsx';
import { FormSection } from './form-section.tsx';
import { PostImages } from './post-images.tsx';
import { postSchema } from './post-schema.ts';
import { PublishFields } from './publish-fields.tsx';
import { SearchEngineFields } from './search-engine-fields.tsx';
import { TextFields } from './text-fields.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useSavePost } from './use-save-post.ts';
import { useSaveShortcut } from './use-save-shortcut.ts';

interface PostFormProps {
  /** The post being edited; null while one is created. */
  post: Post | null;
  onClose: () => void;
  /** The post as it was stored, when the form stays open. */
  onSaved: (post: Post) => void;
}

/** The form for one post (admin spec §§2 to 5). */
export function PostForm({ post, onClose, onSaved }: PostFormProps) {
  const form = useForm<PostValues>({
    resolver: zodResolver(postSchema),
    defaultValues: post ? valuesOfPost(post) : newPostValues,
  });
  const confirm = useConfirm();
  const saving = useSavePost({ post });
  const [isManagingImages, setIsManagingImages] = useState(false);
  const [isDebugging, setIsDebugging] = useState(false);
  const { isDirty } = form.formState;
  useLeaveWarning(isDirty);
  // A form opened from far down the list begins at its top.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);

  /** What is stored becomes what the form compares with; what was typed while it was stored stays. */
  const stay = (stored: Post) => {
    const values = valuesOfPost(stored);
    form.reset(values, { keepDirtyValues: true });
    form.setValue('published', values.published);
    onSaved(stored);
  };
  const submit = form.handleSubmit((values) => {
    const save = post ? saving.update : saving.create;
    save.mutate(values, { onSuccess: onClose });
  });
  const saveDraft = async () => {
    if (!(await form.trigger('title'))) return;
    if (post?.published && !(await confirm(takesOffline))) return;
    saving.draft.mutate(form.getValues(), { onSuccess: stay });
  };
  /** Saves and stays: a published post as it is, everything else as a draft, so that no key press publishes. */
  const saveInPlace = () => {
    if (saving.isSaving) return;
    if (!post?.published) return void saveDraft();
    void form.handleSubmit((values) => saving.update.mutate(values, { onSuccess: stay }))();
  };
  useSaveShortcut(saveInPlace);
  const cancel = async () => {
    if (!isDirty || (await confirm(leavesUnsaved))) onClose();
  };

  return (
    <form noValidate aria-label={post ? 'Edit Post' : 'Create New Post'} onSubmit={submit}>
      <h2 className="mb-5 font-serif text-2xl font-medium">{post ? 'Edit Post' : 'Create New Post'}</h2>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] xl:gap-8">
        <div className="grid min-w-0 gap-5">
          <TextFields form={form} isNew={post === null} />
          <ContentField form={form} />
        </div>
        <div className="grid min-w-0 gap-4">
          <FormSection title="Featured Image">
            <FeaturedImageField form={form} />
          </FormSection>
          <FormSection title="Filed under">
            <FilingFields form={form} />
          </FormSection>
          <FormSection title="Search engines">
            <SearchEngineFields form={form} />
          </FormSection>
          <FormSection title="Publishing">
            <PublishFields form={form} post={post} />
          </FormSection>
        </div>
      </div>
      {isDebugging && <DebugPanel form={form} post={post} isSaving={saving.isSaving} />}
      <FormActions
        post={post}
        isSaving={saving.isSaving}
        isDebugging={isDebugging}
        onSaveDraft={saveDraft}
        onManageImages={() => setIsManagingImages(true)}
        onDebug={() => setIsDebugging(!isDebugging)}
        onCancel={cancel}
      />
      <PostImages form={form} isOpen={isManagingImages} onClose={() => setIsManagingImages(false)} />
    </form>
  );
}

const takesOffline = {
  title: 'Save this post as a draft?',
  description: 'It is live on the website now. As a draft it is seen by you alone until it is published again.',
  confirm: 'Save Draft',
};
const leavesUnsaved = {
  title: 'Leave without saving?',
  description: 'What you changed in this form is not saved.',
  confirm: 'Leave',
  cancel: 'Keep editing',
  isDangerous: true,
};
