import { Search } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type Image, type ImageOrder, imageOrders } from '#shared/contract/images.ts';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { PartlyLoaded } from '../partly-loaded.tsx';
import { DropZone } from './drop-zone.tsx';
import { allImages, type ImageFilter, imageQuery, orderLabels, type ShownImages, shownLabels } from './image-filter.ts';
import { UploadList } from './upload-list.tsx';
import { type ImageQuery, useFirstImages, useImagePages } from './use-image-pages.ts';
import { useUploads } from './use-uploads.ts';
import { VirtualGrid, type VirtualGridProps } from './virtual-grid.tsx';

/** Milliseconds without a keystroke after which the search starts. */
const PAUSE = 200;

interface ImageBrowserProps extends Pick<VirtualGridProps, 'cellWidth' | 'cellHeight' | 'scrolls'> {
  isOpen: boolean;
  /** The filters that the owner can choose. */
  choices: readonly ShownImages[];
  /** The file names of the open post's pictures. */
  names?: readonly string[];
  renderCard: (image: Image) => ReactNode;
  /** Shown above the pictures of the bin. */
  binNote?: ReactNode;
}

/** The stored pictures with search, order and upload: the grid of the Media Library, and of a post's Image Manager. */
export function ImageBrowser({ isOpen, choices, names = [], renderCard, binNote, ...grid }: ImageBrowserProps) {
  const [filter, setFilter] = useState<ImageFilter>(allImages);
  const uploads = useUploads();
  const search = useStill(filter.search);
  const asked = imageQuery({ ...filter, search }, names);
  const first = useFirstImages(asked, isOpen);
  // The former pictures stay until the requested ones are loaded.
  const latest = useRef(asked);
  if (!first.isPlaceholderData) latest.current = asked;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FilterBar {...{ filter, choices }} onFilter={setFilter} />
      {filter.shown === 'bin' ? (
        binNote
      ) : (
        <DropZone
          label="Upload pictures"
          isMany
          disabled={false}
          onFiles={(files) => {
            setFilter(allImages);
            uploads.add(files);
          }}
        />
      )}
      <UploadList uploads={uploads} />
      {first.isError && !first.data ? (
        <LoadFailed error={first.error} onTryAgain={() => first.refetch()} />
      ) : !first.data ? (
        <LoadingGrid />
      ) : first.data.total === 0 ? (
        <Nothing filter={{ ...filter, search }} />
      ) : (
        <>
          <p role="status" className="text-sm text-muted">
            {first.data.total === 1 ? '1 picture' : `${first.data.total.toLocaleString('en-US')} pictures`}
          </p>
          <Pictures query={latest.current} total={first.data.total} renderCard={renderCard} {...grid} />
        </>
      )}
    </div>
  );
}

interface FilterBarProps extends Pick<ImageBrowserProps, 'choices'> {
  filter: ImageFilter;
  onFilter: (filter: ImageFilter) => void;
}

/** The controls that set which pictures are shown, and in which order. */
function FilterBar({ filter, choices, onFilter }: FilterBarProps) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="relative max-sm:col-span-2">
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted"
        />
        <TextInput
          type="search"
          aria-label="Search pictures"
          placeholder="Search by name, title, alt text or post"
          className="ps-9"
          value={filter.search}
          onChange={(event) => onFilter({ ...filter, search: event.target.value })}
          // Inside a post's form, Enter would submit that form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <Select
        aria-label="Show"
        value={filter.shown}
        onChange={({ target }) => onFilter({ ...filter, shown: target.value as ShownImages })}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {shownLabels[choice]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Order"
        value={filter.order}
        onChange={({ target }) => onFilter({ ...filter, order: target.value as ImageOrder })}
      >
        {imageOrders.map((order) => (
          <option key={order} value={order}>
            {filter.shown === 'bin' && order === 'newest' ? 'Last deleted first' : orderLabels[order]}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface PicturesProps extends Pick<ImageBrowserProps, 'cellWidth' | 'cellHeight' | 'scrolls' | 'renderCard'> {
  query: ImageQuery;
  total: number;
}

function Pictures({ query, total, renderCard, ...grid }: PicturesProps) {
  const [range, setRange] = useState({ first: 0, last: 0 });
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);
  const { imageAt, failure, tryAgain } = useImagePages(query, range.first, range.last);
  return (
    <>
      {failure && <PartlyLoaded what="pictures" error={failure} onTryAgain={tryAgain} />}
      <VirtualGrid
        label="Pictures"
        total={total}
        onRange={onRange}
        renderCell={(index) => {
          const image = imageAt(index);
          return image ? renderCard(image) : <Skeleton className="h-full min-h-40" />;
        }}
        {...grid}
      />
    </>
  );
}

function LoadingGrid() {
  return (
    <div className="image-grid" role="status" aria-label="Loading images">
      {[0, 1, 2, 3, 4, 5, 6, 7].map((number) => (
        <Skeleton key={number} className="h-56" />
      ))}
    </div>
  );
}

function Nothing({ filter: { shown, search } }: { filter: ImageFilter }) {
  if (search.trim() !== '') return <EmptyState title={`No picture is called or described like “${search.trim()}”.`} />;
  if (shown === 'bin') return <EmptyState title="The bin is empty." />;
  if (shown === 'post') return <EmptyState title="This post shows no stored picture yet." />;
  if (shown === 'unused') return <EmptyState title="Every picture is used by a post." />;
  return <EmptyState title="No images found. Generate some images to see them here." />;
}

/** Returns a text as it was at the last pause in typing. */
function useStill(text: string): string {
  const [still, setStill] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setStill(text), text === '' ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return still;
}
