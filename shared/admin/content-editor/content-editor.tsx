import { openSearchPanel } from '@codemirror/search';
import { type EditorView, keymap } from '@codemirror/view';
import { Eye, EyeOff, Images, Link2 } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { suggestedImages } from '#shared/content/image-slots/image-slots.ts';
import type { ImageToInsert } from '#shared/content/image-slots/image-slots-edit.ts';
import { Button } from '#shared/ui/button.tsx';
import { classNames } from '#shared/ui/class-names.ts';
import { Field } from '#shared/ui/field.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { usePorts } from '../ports-context.tsx';
import { actionKeys } from './field/actions.ts';
import type { BoundText } from './field/binding.ts';
import type { ContentView } from './field/create-editor.ts';
import { EditorField } from './field/editor-field.tsx';
import { findAndReplace } from './field/find.ts';
import { listKeys } from './field/list-keys.ts';
import { pasteRules } from './field/paste.ts';
import { editsOf, textEdits } from './field/text-edits.ts';
import { watchWhatIsOn } from './field/what-is-on.ts';
import { ImagesPanel, type PostImages } from './images-panel.tsx';
import { LinkForm } from './link-form.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { Toolbar } from './toolbar.tsx';
import { useArrivingPictures } from './use-arriving-pictures.tsx';
import { useImageEdits } from './use-image-edits.ts';
import { useRendered } from './use-rendered.ts';

/** localStorage: `on` or `off`; without it the preview is there where it has a place beside the text. */
const PREVIEW_KEY = 'contentPreview';
const BESIDE = '(min-width: 80rem)';

interface ContentEditorProps {
  /** The post's Markdown. */
  value: string;
  /** The same in the draft, for the editor. */
  bound: BoundText;
  error: string | undefined;
  isReadOnly: boolean;
  postImages: PostImages;
}

/** The post's text with its preview, its links and its pictures. */
export function ContentEditor({ value, bound, error, isReadOnly, postImages }: ContentEditorProps) {
  const panelId = useId();
  const toast = useToast();
  const [editor, setEditor] = useState<ContentView | null>(null);
  const edits = useMemo(() => (editor ? textEdits(editor.view) : editsOf(bound)), [editor, bound]);
  const images = useImageEdits(edits);
  const openLink = ({ state }: EditorView) => {
    if (!state.readOnly) setIsLinking(true);
    return true;
  };
  const arriving = useArrivingPictures(editor, images);
  const rendered = useRendered(value);
  const [isPreviewing, togglePreview] = usePreviewChoice();
  const [isLinking, setIsLinking] = useState(false);
  const [isShowingImages, setIsShowingImages] = useState(false);
  const [list, setList] = useState<readonly ImageToInsert[]>([]);
  const uploaded = useMemo(() => ({ list, set: setList }), [list]);
  const [on] = useState(watchWhatIsOn);
  const [more] = useState(() => [
    keymap.of([{ key: 'Mod-k', run: openLink, preventDefault: true }]),
    arriving.extension,
    pasteRules((what) => toast({ title: 'Pasted', description: what })),
    actionKeys,
    listKeys,
    findAndReplace,
    on.extension,
  ]);

  return (
    <div className="min-w-0">
      <Field label="Content" error={error} aside={value.trim() === '' ? countText(0) : countText(rendered.words)}>
        {(control) => (
          <>
            <div className="mb-2 flex flex-wrap gap-2">
              <Button
                size="sm"
                disabled={isReadOnly}
                aria-expanded={isLinking}
                aria-keyshortcuts="Control+K Meta+K"
                onClick={() => setIsLinking(!isLinking)}
              >
                <Link2 aria-hidden />
                Add Hyperlinks
              </Button>
              <Button
                size="sm"
                aria-expanded={isShowingImages}
                aria-controls={isShowingImages ? panelId : undefined}
                onClick={() => setIsShowingImages(!isShowingImages)}
              >
                <Images aria-hidden />
                In-content images
              </Button>
              <Button size="sm" aria-pressed={isPreviewing} className="ms-auto" onClick={togglePreview}>
                {isPreviewing ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
                Preview
              </Button>
            </div>
            {isLinking && <LinkForm edits={edits} onClose={() => setIsLinking(false)} />}
            <Toolbar
              view={editor?.view ?? null}
              on={on.store}
              isReadOnly={isReadOnly}
              onFind={() => editor && openSearchPanel(editor.view)}
            />
            <div className={classNames('grid gap-3', isPreviewing && 'xl:grid-cols-2')}>
              <EditorField
                label="Content"
                control={control}
                bound={bound}
                isReadOnly={isReadOnly}
                more={more}
                onEditor={setEditor}
              />
              {isPreviewing && <PreviewPane rendered={rendered} scroller={editor?.view.scrollDOM ?? null} />}
            </div>
            {arriving.list}
          </>
        )}
      </Field>
      {isShowingImages && (
        <ImagesPanel
          id={panelId}
          markdown={value}
          images={images}
          uploaded={uploaded}
          postImages={postImages}
          isReadOnly={isReadOnly}
        />
      )}
    </div>
  );
}

/** "1,204 words · 4 suggested image spots"; nothing before the words have been counted. */
function countText(words: number | null): string {
  if (words === null) return '';
  const spots = suggestedImages(words);
  const counted = words === 1 ? '1 word' : `${words.toLocaleString('en')} words`;
  return `${counted} · ${spots === 1 ? '1 suggested image spot' : `${spots} suggested image spots`}`;
}

/** Whether the preview is shown, and the remembered way to change that. */
function usePreviewChoice(): [isShown: boolean, toggle: () => void] {
  const { localStorage } = usePorts();
  const [isShown, setIsShown] = useState(() => {
    const remembered = localStorage.get(PREVIEW_KEY);
    return remembered === null ? window.matchMedia(BESIDE).matches : remembered !== 'off';
  });
  return [
    isShown,
    () => {
      localStorage.set(PREVIEW_KEY, isShown ? 'off' : 'on');
      setIsShown(!isShown);
    },
  ];
}
