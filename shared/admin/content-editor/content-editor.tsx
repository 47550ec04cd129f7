import { Info } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { suggestedImages } from '#shared/content/image-slots/image-slots.ts';
import type { RelatedPost } from '#shared/contract/judge.ts';
import { Button } from '#shared/ui/button.tsx';
import { classNames } from '#shared/ui/class-names.ts';
import { Field } from '#shared/ui/field.tsx';
import { usePorts } from '../ports-context.tsx';
import type { EditedContent } from './content-source.ts';
import { droppedMarks } from './dropped-marks.ts';
import { EditorBar } from './editor-bar.tsx';
import type { BoundText } from './field/binding.ts';
import type { ContentView } from './field/create-editor.ts';
import { EditorField } from './field/editor-field.tsx';
import { showProvenance } from './field/model-lines.ts';
import { editsOf, type TextEdits, textEdits } from './field/text-edits.ts';
import { ImagesPanel, type PostImages } from './images-panel.tsx';
import { LinkForm } from './link-form.tsx';
import type { UploadedPicture } from './panel-pictures.ts';
import { PreviewPane } from './preview-pane.tsx';
import { RelatedPosts } from './related-posts.tsx';
import { type FocusMode, useOfferTextCommands } from './text-commands.ts';
import { Toolbar } from './toolbar.tsx';
import { useArrivingPictures } from './use-arriving-pictures.tsx';
import { useEditorFeatures } from './use-editor-features.ts';
import { useImageEdits } from './use-image-edits.ts';
import { usePostStyle, useRendered } from './use-rendered.ts';
import { WordGoal } from './word-goal.tsx';

/**
 * localStorage: `on` or `off`. Without a value the preview is hidden: the text, which is shown as it will read, has all
 * the room.
 */
const PREVIEW_KEY = 'contentPreview';

/** localStorage: the marks that readers do not see and that the owner has been told of. */
const TOLD_KEY = 'contentDroppedMarks';

const WHOLE_WINDOW =
  'fixed inset-0 z-30 overflow-auto bg-paper px-(--gutter) py-3 [--content-height:calc(100dvh-11rem)] [--sticky-bottom:0px]';
/** Elements that open over the text: they cover the text for a while, and the text does not cover them. */
const OVER_TEXT = '[role="dialog"],[role="alertdialog"],[role="menu"]';

export interface ContentEditorProps {
  /**
   * The post's Markdown. The editor writes the Markdown by itself; everything around the editor is updated at the next
   * pause in typing.
   */
  content: EditedContent;
  /** The same text in the draft, for the editor. */
  bound: BoundText;
  error: string | undefined;
  isReadOnly: boolean;
  postImages: PostImages;
  /** Live posts on the same subject, which the text could link to. */
  related: readonly RelatedPost[];
  /** Controls that help with the text; shown in the bar above the text. */
  help: ReactNode;
  /** Called with the ways to change the text, and again whenever they change. */
  onEdits: (edits: TextEdits) => void;
}

/** The editor of the post's text, with its preview, its links and its pictures. */
export function ContentEditor(props: ContentEditorProps) {
  const { content, bound, error, isReadOnly, postImages, related, help, onEdits } = props;
  const panelId = useId();
  const [editor, setEditor] = useState<ContentView | null>(null);
  const edits = useMemo(() => (editor ? textEdits(editor.view) : editsOf(bound)), [editor, bound]);
  useEffect(() => onEdits(edits), [edits, onEdits]);
  useProvenance(editor, content);
  const images = useImageEdits(edits);
  const arriving = useArrivingPictures(editor, images, isReadOnly);
  const style = usePostStyle();
  const rendered = useRendered(content, style);
  const [isPreviewing, togglePreview] = usePreviewChoice();
  const [isLinking, setIsLinking] = useState(false);
  const [isShowingImages, setIsShowingImages] = useState(false);
  const uploaded = useUploaded();
  const focusMode = useFocusMode();
  const { more, on } = useEditorFeatures(arriving.extension, {
    content,
    openLinks: () => setIsLinking(true),
    takePictures: arriving.take,
    chooseStored: arriving.chooseStored,
    toggleFocusMode: focusMode.toggle,
  });
  useOfferTextCommands(editor, isReadOnly, focusMode);
  const dropped = useDroppedMarks(content, rendered, style);
  const words = content.current().trim() === '' ? 0 : rendered.words;
  return (
    <div ref={focusMode.ref} className={classNames('min-w-0', focusMode.isOn && WHOLE_WINDOW)}>
      <Field label="Content" error={error} aside={<Aside words={words} />}>
        {(control) => (
          <>
            <EditorBar
              isReadOnly={isReadOnly}
              isLinking={isLinking}
              images={isShowingImages ? panelId : null}
              isPreviewing={isPreviewing}
              isFocused={focusMode.isOn}
              help={help}
              onLink={() => setIsLinking(!isLinking)}
              onImages={() => setIsShowingImages(!isShowingImages)}
              onPreview={togglePreview}
              onFocus={focusMode.toggle}
            />
            {isLinking && <LinkForm edits={edits} onClose={() => setIsLinking(false)} />}
            <Toolbar editor={editor} on={on} isReadOnly={isReadOnly} onPicture={arriving.chooseStored} />
            <DroppedMarksNote dropped={dropped} />
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
            {!isReadOnly && <RelatedPosts posts={related} edits={edits} />}
          </>
        )}
      </Field>
      {arriving.list}
      {isShowingImages && (
        <ImagesPanel
          id={panelId}
          content={content}
          images={images}
          uploaded={uploaded}
          postImages={postImages}
          isReadOnly={isReadOnly}
        />
      )}
    </div>
  );
}

/** The pictures that were uploaded for the text. They are kept here so that closing the panel loses none of them. */
function useUploaded() {
  const [list, setList] = useState<readonly UploadedPicture[]>([]);
  return useMemo(() => ({ list, set: setList }), [list]);
}

function useDroppedMarks(
  content: EditedContent,
  rendered: ReturnType<typeof useRendered>,
  style: ReturnType<typeof usePostStyle>,
) {
  // The text is read when typing pauses and the preview has followed, not at every keystroke.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was rendered is the text of a moment ago.
  return useMemo(() => droppedMarks(content.current(), style), [rendered, style]);
}

/** Tells the owner once which marks readers will not see, and again when there are different ones. */
function DroppedMarksNote({ dropped }: { dropped: string | null }) {
  const { localStorage } = usePorts();
  const [told, setTold] = useState(() => localStorage.get(TOLD_KEY));
  if (dropped === null || told?.includes(dropped)) return null;
  const dismiss = () => {
    localStorage.set(TOLD_KEY, dropped);
    setTold(dropped);
  };
  return (
    <div
      role="status"
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-sunken px-3 py-2 text-sm"
    >
      <Info aria-hidden className="size-4 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 basis-60">
        Readers do not see {dropped}: the site leaves them out.
        {dropped.startsWith('bold') && ' In Settings, “Bold and italics” can be set to Show.'}
      </p>
      <Button size="sm" onClick={dismiss}>
        Understood
      </Button>
    </div>
  );
}

/**
 * Focus mode: the text alone, over the whole window. The mode ends when the focus moves to an element that the text
 * covers.
 */
function useFocusMode(): FocusMode & { ref: RefObject<HTMLDivElement | null> } {
  const ref = useRef<HTMLDivElement>(null);
  const [isOn, setIsOn] = useState(false);
  const [toggle] = useState(() => () => setIsOn((was) => !was));
  useEffect(() => {
    if (!isOn) return;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target === document.body || target.closest(OVER_TEXT)) return;
      if (!ref.current?.contains(target)) setIsOn(false);
    };
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    document.addEventListener('focusin', onFocus);
    return () => {
      document.documentElement.style.overflow = overflow;
      document.removeEventListener('focusin', onFocus);
      // After focus mode, the page is scrolled to where the owner left the text.
      ref.current?.scrollIntoView({ block: 'nearest' });
    };
  }, [isOn]);
  return { isOn, toggle, ref };
}

/** Updates the provenance lines in the margin, once the frame that shows the changed text has been painted. */
function useProvenance(editor: ContentView | null, content: EditedContent): void {
  useEffect(() => {
    if (!editor) return;
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => showProvenance(editor.view, content.provenance());
    const plan = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      frame = requestAnimationFrame(() => {
        timer = setTimeout(show);
      });
    };
    plan();
    const stop = content.subscribe(plan);
    return () => {
      stop();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [editor, content]);
}

/** The number of words, and the goal the owner has set. */
function Aside({ words }: { words: number | null }) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-3">
      <span>{countText(words)}</span>
      <WordGoal words={words} />
    </span>
  );
}

/** Returns "1,204 words · 4 suggested image spots"; nothing before the words have been counted. */
function countText(words: number | null): string {
  if (words === null) return '';
  const spots = suggestedImages(words);
  const counted = words === 1 ? '1 word' : `${words.toLocaleString('en')} words`;
  return `${counted} · ${spots === 1 ? '1 suggested image spot' : `${spots} suggested image spots`}`;
}

/** Whether the preview is shown, and a function that toggles and remembers that choice. */
function usePreviewChoice(): [isShown: boolean, toggle: () => void] {
  const { localStorage } = usePorts();
  const [isShown, setIsShown] = useState(() => localStorage.get(PREVIEW_KEY) === 'on');
  return [
    isShown,
    () => {
      localStorage.set(PREVIEW_KEY, isShown ? 'off' : 'on');
      setIsShown(!isShown);
    },
  ];
}
