import { EmptyState } from '#shared/ui/empty-state.tsx';

export function ChainedPromptsTab() {
  return (
    <EmptyState title="AI workflows arrive with a coming version">
      <p>
        Nine chained prompts that lead from a target market to finished drafts will be run from here. Until then, posts
        are written in the Posts tab.
      </p>
    </EmptyState>
  );
}
