import { useState } from 'react';
import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import { Button } from '#shared/ui/button.tsx';
import { scrollable } from '#shared/ui/scrollable.ts';
import { isSameJson } from '#shared/workspace/json.ts';
import { type PostValues, postValueNames } from '#shared/workspace/post-values.ts';
import type { Restored, StoredPost } from '../../../editor/index.ts';
import { usePorts } from '../../../ports-context.tsx';
import { TextDifference } from '../../revisions/index.ts';
import { useFieldText } from '../fields/use-field-text.ts';
import { clockTime } from '../saving/save-state-text.ts';
import { Notice } from './notice.tsx';

interface RestoredNoticeProps {
  restored: Restored;
  /** The saved version; null for a post that was never saved. */
  stored: StoredPost | null;
  values: PostValues;
  onDiscard: () => void;
}

/**
 * Says that typed words were restored: shows how they differ from the saved version, with a button that returns to that
 * version.
 */
export function RestoredNotice({ restored, stored, values, onDiscard }: RestoredNoticeProps) {
  const { clock } = usePorts();
  const [isKept, setIsKept] = useState(false);
  // The values as they were restored: comparing long texts at every key would be slow.
  const [before] = useState(values);
  if (isKept) return null;
  const when = restored.at > 0 ? ` from ${clockTime(restored.at, clock.now())}` : '';
  return (
    <Notice
      title={`Unsaved changes${when} are back`}
      actions={
        <>
          <Button size="sm" onClick={() => setIsKept(true)}>
            Keep
          </Button>
          <Button size="sm" variant="danger" onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    >
      {restored.isStale && (
        <p className="mb-2">
          The post was saved elsewhere in the meantime. Your save brings both together, and asks where both changed the
          same place.
        </p>
      )}
      {stored ? (
        <details open>
          <summary className="cursor-default">
            <h3 className="inline font-semibold">Difference to the saved version</h3>
          </summary>
          <section
            aria-label="Difference to the saved version"
            {...scrollable}
            className="mt-2 max-h-80 overflow-y-auto"
          >
            <ValuesDifference before={stored.values} after={before} />
          </section>
        </details>
      ) : (
        <p>The post was never saved. Discard puts it into the bin for 30 days.</p>
      )}
    </Notice>
  );
}

/** The differences between two versions of a post, field by field. */
function ValuesDifference({ before, after }: { before: PostValues; after: PostValues }) {
  const textOf = useFieldText();
  const changed = postValueNames.filter((name) => !isSameJson(before[name], after[name]));
  return (
    <div className="grid gap-3">
      {changed.map((name) => (
        <TextDifference
          key={name}
          label={`Changed: ${postFieldTable[name].label}`}
          before={textOf(name, before[name])}
          after={textOf(name, after[name])}
          isMono={name === 'slug' || name === 'content'}
        />
      ))}
    </div>
  );
}
