import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AdminRecord } from '#shared/contract/session.ts';
import { TabPanel, Tabs } from '#shared/ui/tabs.tsx';
import { useAppCommands } from '../commands/index.ts';
import { HistoryScreen, isHistoryAddress } from '../history/index.ts';
import { ImportScreen, isImportAddress } from '../imports/index.ts';
import { LandingPagesTab } from '../landing-pages/index.ts';
import { isMediaAddress, MediaLibrary } from '../media-library/index.ts';
import { isCalendarAddress, isPostAddress, PostsTab, useWaitingSaves } from '../posts/index.ts';
import { ChainedPromptsTab, useRunHost, WorkflowPresence } from '../prompts/index.ts';
import { SettingsTab } from '../settings/index.ts';
import { useExchangeHost } from '../sync/index.ts';
import { type DashboardTab, dashboardTabs, useActiveTab } from './active-tab.ts';
import { DashboardHeader } from './dashboard-header.tsx';

/** What has an address of its own stands in the place of the tabs. */
function screenAt(location: { hash: string }) {
  if (isMediaAddress(location)) return <MediaLibrary />;
  if (isHistoryAddress(location)) return <HistoryScreen />;
  return isImportAddress(location) ? <ImportScreen /> : null;
}

/**
 * Header and four tabs, or the Media Library, History or Import in their place. A link to a post opens the Posts tab whatever was remembered.
 */
export function Dashboard({ me }: { me: AdminRecord }) {
  const location = useLocation();
  const navigate = useNavigate();
  const [remembered, remember] = useActiveTab();
  useExchangeHost();
  useRunHost();
  useWaitingSaves();
  useAppCommands();
  const screen = screenAt(location);
  const isInPosts = isPostAddress(location) || isCalendarAddress(location);
  const active: DashboardTab = isInPosts ? 'posts' : remembered;
  const choose = (tab: DashboardTab) => {
    if (screen === null && (tab === 'posts' || !isInPosts)) remember(tab);
    else navigate('/admin', { state: { tab } });
  };
  // A form with unsaved words may stop the change: the tab is remembered only once it is open.
  const arrivedAt = useRef(location.key);
  useEffect(() => {
    if (arrivedAt.current === location.key) return;
    arrivedAt.current = location.key;
    const asked = dashboardTabs.find(({ name }) => name === location.state?.tab);
    if (asked) remember(asked.name);
  }, [location, remember]);

  return (
    <>
      <DashboardHeader me={me} />
      <WorkflowPresence />
      {/* A page of the site that is shown in a window over it has a main part of its own. */}
      <main aria-label="Blog Admin">
        <Tabs label="Dashboard" tabs={dashboardTabs} active={screen ? null : active} onChange={choose}>
          {screen}
          <TabPanel name="posts">
            <PostsTab />
          </TabPanel>
          <TabPanel name="landing-pages">
            <LandingPagesTab />
          </TabPanel>
          <TabPanel name="chained-prompts">
            <ChainedPromptsTab />
          </TabPanel>
          <TabPanel name="settings">
            <SettingsTab />
          </TabPanel>
        </Tabs>
      </main>
    </>
  );
}
