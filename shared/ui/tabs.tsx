import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab<Name extends string> {
  name: Name;
  label: ReactNode;
}

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly Tab<Name>[];
  /** Null where the shown content belongs to no tab. */
  active: Name | null;
  onChange: (name: Name) => void;
  children: ReactNode;
}

/** A row of tabs above their panels; on a narrow screen the row scrolls sideways. */
export function Tabs<Name extends string>({ label, tabs, active, onChange, children }: TabsProps<Name>) {
  return (
    <RadixTabs.Root
      value={active ?? ''}
      onValueChange={(name) => onChange(name as Name)}
      // With no tab open, the focus would open the first tab on its way to the content.
      activationMode={active === null ? 'manual' : 'automatic'}
    >
      <div className="border-b border-line bg-surface">
        <RadixTabs.List aria-label={label} className="admin-width tab-row flex gap-3 overflow-x-auto sm:gap-8">
          {tabs.map((tab) => (
            <RadixTabs.Trigger
              key={tab.name}
              value={tab.name}
              className="-mx-1 inline-flex min-h-12 short:min-h-9 shrink-0 items-center px-1 sm:-mx-2 sm:px-2 border-y-2 border-transparent font-semibold whitespace-nowrap text-muted max-sm:text-sm hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-b-accent data-[state=active]:text-ink forced-colors:border-[Canvas] forced-colors:data-[state=active]:border-b-4 forced-colors:data-[state=active]:border-b-[Highlight]"
            >
              {tab.label}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
      </div>
      {children}
    </RadixTabs.Root>
  );
}

export function TabPanel({ name, children }: { name: string; children: ReactNode }) {
  return (
    <RadixTabs.Content
      value={name}
      className="admin-width py-6 short:py-3! focus-visible:outline-offset-[-2px] md:py-8"
    >
      {children}
    </RadixTabs.Content>
  );
}
