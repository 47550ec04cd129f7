import { Copy, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Image } from '#shared/contract/images.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { dateAndTime } from '../dates.ts';
import {
  deletionQuestion,
  FocusField,
  imageName,
  SuggestedAlt,
  sizeText,
  useDeleteImage,
  usedByText,
  useUpdateImage,
} from '../images/index.ts';
import { usePorts } from '../ports-context.tsx';
import { editAddress } from '../posts/index.ts';
import { ReplaceFile } from './replace-file.tsx';

interface ImageDetailsProps {
  /** Null while the details are closed. */
  image: Image | null;
  onChange: (image: Image) => void;
  onClose: () => void;
}

/** Everything that is known of a picture, and the actions on it. */
export function ImageDetails({ image, onChange, onClose }: ImageDetailsProps) {
  const confirm = useConfirm();
  const remove = useDeleteImage(onClose);
  const askAndDelete = async () => {
    if (image && (await confirm(deletionQuestion(image)))) remove.mutate(image);
  };
  return (
    <Dialog
      isOpen={image !== null}
      onClose={onClose}
      place="side"
      title={image ? imageName(image) : ''}
      footer={
        <Button variant="danger" className="me-auto" disabled={remove.isPending} onClick={askAndDelete}>
          <Trash2 aria-hidden />
          Delete
        </Button>
      }
    >
      {image && (
        <div className="grid gap-6">
          <DetailsForm key={image.filename} image={image} onSaved={onChange} />
          <FileFacts image={image} onReplaced={onChange} />
          <UsedIn image={image} />
        </div>
      )}
    </Dialog>
  );
}

function DetailsForm({ image, onSaved }: { image: Image; onSaved: (image: Image) => void }) {
  const stored = { title: image.metadata.title, alt: image.metadata.alt, focus: image.focus };
  const [values, setValues] = useState(stored);
  const update = useUpdateImage(onSaved);
  const isChanged = JSON.stringify(values) !== JSON.stringify(stored);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !update.isPending) update.mutate({ filename: image.filename, ...values });
      }}
    >
      <FocusField
        address={image.url}
        value={values.focus}
        disabled={update.isPending}
        onChange={(focus) => setValues({ ...values, focus })}
      />
      <Field label="Title">
        {(control) => (
          <TextInput
            {...control}
            value={values.title}
            maxLength={300}
            onChange={({ target }) => setValues({ ...values, title: target.value })}
          />
        )}
      </Field>
      <Field label="Alt text" hint="What the picture shows, for those who cannot see it.">
        {(control) => (
          <TextInput
            {...control}
            value={values.alt}
            maxLength={1000}
            onChange={({ target }) => setValues({ ...values, alt: target.value })}
          />
        )}
      </Field>
      <SuggestedAlt image={image} alt={values.alt} onChoose={(alt) => setValues({ ...values, alt })} />
      <Button type="submit" variant="primary" className="justify-self-start" disabled={!isChanged || update.isPending}>
        Save
      </Button>
    </form>
  );
}

function FileFacts({ image, onReplaced }: { image: Image; onReplaced: (image: Image) => void }) {
  const { site, clipboard } = usePorts();
  const toast = useToast();
  const copy = async () => {
    await clipboard.writeText(site.url(image.url));
    toast({ title: 'URL copied to clipboard!' });
  };
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-sm">
        <Fact name="File">{image.name || 'Not known'}</Fact>
        <Fact name="Size">
          {image.width} × {image.height} px, {sizeText(image.size)}
        </Fact>
        <Fact name="Stored">{dateAndTime(image.created)}</Fact>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={copy}>
          <Copy aria-hidden />
          Copy address
        </Button>
        <ReplaceFile image={image} onReplaced={onReplaced} />
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function UsedIn({ image }: { image: Image }) {
  const { usedBy, usedIn } = image;
  return (
    <section aria-label="Where it is used" className="grid gap-2 border-t border-line pt-4 text-sm">
      <h3 className="font-semibold">{usedByText(image)}</h3>
      <ul className="grid gap-1 empty:hidden">
        {usedIn.map(({ id, title, isInBin }) => (
          <li key={id} className="wrap-anywhere">
            {isInBin ? (
              `${title} (in the bin)`
            ) : (
              <Link to={editAddress(id)} className="underline underline-offset-4 hover:text-accent">
                {title}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {usedIn.length > 0 && usedBy.length > usedIn.length && (
        <p className="text-muted">and {usedBy.length - usedIn.length} more</p>
      )}
    </section>
  );
}
