import { Check, Download, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { downloadReceipt, type ImportReceipt, type SiteImport } from '#shared/contract/imports.ts';
import { Button } from '#shared/ui/button.tsx';
import { useAction } from '../use-action.ts';
import { count, kindWords, percentOf, phrase, verdict } from './import-words.ts';
import { AddressRows, ItemRows } from './receipt-rows.tsx';

/** The result of the import: in a sentence, in numbers, and row by row. */
export function ReceiptView({ shown, receipt }: { shown: SiteImport; receipt: ImportReceipt }) {
  const [list, setList] = useState<'items' | 'addresses'>('items');
  const Icon = receipt.isComplete ? Check : TriangleAlert;
  return (
    <section aria-labelledby={`receipt-${shown.id}`} className="mt-5 grid gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
          <Icon aria-hidden className={`mt-1 size-5 shrink-0 ${receipt.isComplete ? 'text-success' : 'text-danger'}`} />
          <div>
            <h4 id={`receipt-${shown.id}`} className="font-serif text-lg font-medium">
              Receipt
            </h4>
            <p>{verdict(receipt)}</p>
          </div>
        </div>
        <Downloads id={shown.id} />
      </div>
      <Numbers receipt={receipt} />
      <div>
        <fieldset className="mb-3 flex gap-2">
          <legend className="sr-only">What the list shows</legend>
          <Choice isOn={list === 'items'} onChoose={() => setList('items')}>
            Items ({receipt.items.total.toLocaleString('en-US')})
          </Choice>
          <Choice isOn={list === 'addresses'} onChoose={() => setList('addresses')}>
            Old addresses ({receipt.addresses.total.toLocaleString('en-US')})
          </Choice>
        </fieldset>
        {list === 'items' ? <ItemRows shown={shown} /> : <AddressRows shown={shown} />}
      </div>
    </section>
  );
}

function Choice({ isOn, onChoose, children }: { isOn: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <Button size="sm" variant={isOn ? 'primary' : 'quiet'} aria-pressed={isOn} onClick={onChoose}>
      {children}
    </Button>
  );
}

function Downloads({ id }: { id: number }) {
  const save = useAction({
    name: 'receipt_saved',
    run: async ({ api, files }, form: 'markdown' | 'json') => {
      const { name, text } = await api.call(downloadReceipt, { params: { id }, query: { form } });
      await files.saveText(name, text);
    },
    failure: 'Not saved',
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" disabled={save.isPending} onClick={() => save.mutate('markdown')}>
        <Download aria-hidden />
        To read
      </Button>
      <Button size="sm" disabled={save.isPending} onClick={() => save.mutate('json')}>
        <Download aria-hidden />
        JSON
      </Button>
    </div>
  );
}

function Numbers({ receipt: { items, kinds, addresses, pictures, texts } }: { receipt: ImportReceipt }) {
  const { arrived, changed, unchanged, merged, kept, refused } = items.outcomes;
  const leftOut = items.outcomes['left-out'];
  const parts = [
    {
      title: 'Items',
      number: items.total.toLocaleString('en-US'),
      lines: [
        ['arrived', arrived],
        ['changed', changed],
        ['unchanged', unchanged],
        ['wereHere', merged],
        ['keep', kept],
        ['leftOut', leftOut],
        ['refused', refused],
      ],
    },
    {
      title: 'Old addresses',
      number: addresses.total.toLocaleString('en-US'),
      lines: [
        ['answer', addresses.outcomes.there],
        ['leadOn', addresses.outcomes.redirected],
        ['ours', addresses.outcomes.ours],
        ['missing', addresses.outcomes.missing],
      ],
    },
    {
      title: 'Words that are here',
      number: percentOf(texts.share),
      lines: [
        ['whole', texts.whole],
        ['lackWords', texts.compared - texts.whole],
      ],
    },
    {
      title: 'Pictures stored',
      number: pictures.stored.toLocaleString('en-US'),
      lines: [
        ['absent', pictures.missing],
        ['gone', pictures.gone],
      ],
    },
  ] as const;
  return (
    <>
      <dl className="grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
        {parts.map(({ title, number, lines }) => (
          <div key={title} className="bg-paper px-4 py-3">
            <dt className="text-sm text-muted">{title}</dt>
            <dd>
              <span className="font-serif text-2xl tabular-nums">{number}</span>
              <span className="block text-sm">
                {lines
                  .filter(([, total]) => total > 0)
                  .map(([name, total]) => phrase(name, total))
                  .join(' · ')}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {kinds.length > 1 && (
        <p className="text-sm text-muted">
          {kinds.map(({ kind, total }) => count(total, ...kindWords(kind))).join(' · ')}
        </p>
      )}
    </>
  );
}
