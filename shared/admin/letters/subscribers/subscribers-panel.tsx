import { Download, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { OperatorHelp } from '../../operator-help.tsx';
import { AddSubscriber } from './add-subscriber.tsx';
import { FiguresView } from './figures-view.tsx';
import { SubscriberList } from './subscriber-list.tsx';
import { countsText } from './subscriber-words.ts';
import { type SubscriberFilter, useFigures, useSubscribersFile } from './use-subscribers.ts';

const states: Record<SubscriberFilter['state'], string> = {
  following: 'Following',
  pending: 'Not confirmed yet',
  ended: 'Ended',
  suppressed: 'Cannot be reached',
};

/** The subscribers by e-mail: to find, add, end, erase and export them. */
export function SubscribersPanel() {
  const [filter, setFilter] = useState<SubscriberFilter>({ state: 'following', search: '' });
  const [isAdding, setAdding] = useState(false);
  const figures = useFigures();
  const file = useSubscribersFile();
  return (
    <section aria-labelledby="subscribers" className="min-w-0">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h3 id="subscribers" className="text-lg font-semibold">
            Subscribers
          </h3>
          <div className="text-muted" role="status">
            {figures.data ? countsText(figures.data) : <Skeleton className="mt-1 h-5 w-56" />}
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <OfferingButton
            command="Download Subscribers"
            words={['csv', 'export', 'addresses']}
            size="sm"
            disabled={file.isPending}
            onClick={() => file.mutate()}
          >
            <Download aria-hidden />
            Download as CSV
          </OfferingButton>
          {figures.data?.canMail && (
            <OfferingButton
              command="Add Subscriber"
              words={['follower', 'reader']}
              size="sm"
              variant="primary"
              onClick={() => setAdding(true)}
            >
              <Plus aria-hidden />
              Add subscriber
            </OfferingButton>
          )}
        </div>
      </div>
      {figures.isError && <LoadFailed error={figures.error} onTryAgain={() => figures.refetch()} />}
      {figures.data && !figures.data.canMail && <NoMail />}
      {figures.data && <FiguresView figures={figures.data} />}
      <search className="mt-5 grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted"
          />
          <TextInput
            type="search"
            aria-label="Search subscribers"
            placeholder="Search by address or name"
            className="ps-9"
            maxLength={254}
            value={filter.search}
            onChange={({ target }) => setFilter({ ...filter, search: target.value })}
          />
        </div>
        <Select
          aria-label="State"
          value={filter.state}
          onChange={({ target }) => setFilter({ ...filter, state: target.value as SubscriberFilter['state'] })}
        >
          {Object.entries(states).map(([state, name]) => (
            <option key={state} value={state}>
              {name}
            </option>
          ))}
        </Select>
      </search>
      <SubscriberList filter={filter} />
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title="Add subscriber">
        <AddSubscriber onDone={() => setAdding(false)} />
      </Dialog>
    </section>
  );
}

/** Says why nobody can subscribe, and what would change that. */
function NoMail() {
  return (
    <div role="note" className="mt-4 rounded-md border border-line-strong bg-sunken px-4 py-3">
      <p className="font-semibold">Readers see no form to subscribe: no mail server is set.</p>
      <p className="mt-1 text-sm text-muted">Say in your privacy policy what you do with the addresses.</p>
      <OperatorHelp>
        Set <code>SMTP_URL</code> where this server is configured, such as{' '}
        <code>smtp://user:password@mail.example.com:587</code>, and restart it.
      </OperatorHelp>
    </div>
  );
}
