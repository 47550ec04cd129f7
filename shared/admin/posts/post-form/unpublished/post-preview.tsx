import { Eye, Monitor, Smartphone, Tablet } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { previewPost } from '#shared/contract/posts/unpublished.ts';
import { Button } from '#shared/ui/button.tsx';
import { draftBody, type PostSession } from '../../../editor/index.ts';
import { OfferingButton } from '../../../offer-commands.tsx';
import { hearEscape, PageWindow } from '../../../page-window.tsx';
import { usePorts } from '../../../ports-context.tsx';
import { useAction } from '../../../use-action.ts';

/** Widths in CSS pixels. */
const devices = [
  { name: 'Phone', width: 390, Icon: Smartphone },
  { name: 'Tablet', width: 820, Icon: Tablet },
  { name: 'Desktop', width: 1440, Icon: Monitor },
] as const;
type Device = (typeof devices)[number];

/** Shows the typed words as the post's page, rendered by the server as readers get it; nothing is saved. */
export function PostPreviewButton({ session }: { session: PostSession }) {
  const [path, setPath] = useState<string | null>(null);
  const [device, setDevice] = useState<Device>(devices[2]);
  const preview = useAction({
    name: 'post_previewed',
    run({ api }) {
      const { values, save } = session.getState();
      const known = save.base === null ? {} : { id: save.base.postId };
      return api.call(previewPost, { body: { ...draftBody(values), ...known } });
    },
    onSuccess: (made) => setPath(made.path),
  });
  const close = () => setPath(null);
  return (
    <>
      <OfferingButton
        command="Preview Page"
        words={['look', 'readers', 'phone', 'tablet']}
        size="sm"
        aria-haspopup="dialog"
        disabled={preview.isPending}
        onClick={() => preview.mutate()}
      >
        <Eye aria-hidden />
        Preview page
      </OfferingButton>
      <PageWindow
        isOpen={path !== null}
        title="Preview of what you typed"
        onClose={close}
        actions={<DeviceChoice device={device} onChoose={setDevice} />}
      >
        {path !== null && <Framed path={path} width={device.width} onClose={close} />}
      </PageWindow>
    </>
  );
}

function DeviceChoice({ device, onChoose }: { device: Device; onChoose: (device: Device) => void }) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">Width</legend>
      {devices.map((each) => (
        <Button
          key={each.name}
          size="sm"
          variant={each === device ? 'quiet' : 'plain'}
          aria-pressed={each === device}
          aria-label={each.name}
          title={`${each.name}, ${each.width} pixels`}
          onClick={() => onChoose(each)}
        >
          <each.Icon aria-hidden />
          <span className="max-md:hidden">{each.name}</span>
        </Button>
      ))}
    </fieldset>
  );
}

/** The page at this width, scaled down when the window is narrower. */
function Framed({ path, width, onClose }: { path: string; width: number; onClose: () => void }) {
  const { site } = usePorts();
  const room = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const box = room.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setSize({ width: box.clientWidth, height: box.clientHeight }));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, size.width / width);
  return (
    <div ref={room} className="min-h-0 flex-1 overflow-hidden bg-sunken">
      {size.width > 0 && (
        <div className="mx-auto h-full" style={{ width: width * scale }}>
          <iframe
            title="Preview of the page"
            src={site.frameUrl(path)}
            className="origin-top-left bg-paper"
            style={{ width, height: size.height / scale, transform: `scale(${scale})` }}
            onLoad={hearEscape(onClose)}
          />
        </div>
      )}
    </div>
  );
}
