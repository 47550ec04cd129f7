import type { ShareNetwork } from '../../share/share-links.ts';

const marks: Record<ShareNetwork, string> = {
  Facebook: 'M14 8.5h2.5V5H14c-2.5 0-4 1.6-4 4v2H7.5v3.5H10V22h3.6v-7.5h2.6l.6-3.5h-3.2V9.3c0-.5.2-.8.4-.8z',
  Twitter:
    'M22 5.9a8 8 0 0 1-2.3.6 4 4 0 0 0 1.8-2.2 8 8 0 0 1-2.6 1 4 4 0 0 0-7 2.8c0 .3 0 .6.1.9A11.5 11.5 0 0 1 3.7 4.7a4 4 0 0 0 1.3 5.4 4 4 0 0 1-1.9-.5 4 4 0 0 0 3.3 4 4 4 0 0 1-1.8.1 4 4 0 0 0 3.8 2.8A8.2 8.2 0 0 1 2.5 18.2 11.5 11.5 0 0 0 8.7 20c7.5 0 11.6-6.2 11.6-11.5v-.6A8 8 0 0 0 22 5.9z',
  LinkedIn:
    'M6.9 8.9H3.6V20h3.3zM5.2 3.7a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8zM20.5 13.3c0-3-1.6-4.7-4-4.7-1.8 0-2.7 1-3.2 1.7V8.9H10V20h3.3v-5.9c0-1.6.7-2.5 1.9-2.5s1.9.9 1.9 2.6V20h3.4z',
};

/** A network's mark, in the colour of the text beside it. */
export function NetworkMark({ network }: { network: ShareNetwork }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={marks[network]} fill="currentColor" />
    </svg>
  );
}
