import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AdminRecord } from '#shared/contract/session.ts';
import { TabPanel, Tabs } from '#shared/ui/tabs.tsx';
import { useAppCommands } from '../commands/index.ts';
import { LandingPagesTab } from '../landing-pages/index.ts';
import {
  CalendarScreen,
  isCalendarAddress,
  isPostAddress,
  PostFormScreen,
  PostsTab,
  useForgetDrafts,
  useWaitingSends,
} from '../posts/index.ts';
import { ChainedPromptsTab, useRunHost, WorkflowPresence } from '../prompts/index.ts';
import { SettingsTab } from '../settings/index.ts';
import { SiteNotice, useExchangeHost } from '../sync/index.ts';
import { type DashboardTab, dashboardTabs, useActiveTab } from './active-tab.ts';
import { DashboardHeader } from './dashboard-header.tsx';
import { loadScreensSoon } from './load-screens.ts';
import { placeAt, places } from './places.tsx';

/** In the order in which they are likely to be opened. */
const screens = [
  PostFormScreen,
  CalendarScreen,
  ChainedPromptsTab,
  SettingsTab,
  LandingPagesTab,
  ...places.map(({ Screen }) => Screen),
];

/**
 * The header and four tabs, or one of the places outside the tabs. A link to a post opens the Posts tab, whichever tab
 * was remembered.
 */
export function Dashboard({ me }: { me: AdminRecord }) {
  const location = useLocation();
  const navigate = useNavigate();
  const [remembered, remember] = useActiveTab();
  useExchangeHost();
  useRunHost();
  useWaitingSends();
  useForgetDrafts();
  useAppCommands();
  useEffect(() => loadScreensSoon(screens), []);
  const place = placeAt(location);
  const isInPosts = isPostAddress(location) || isCalendarAddress(location);
  const active: DashboardTab = isInPosts ? 'posts' : remembered;
  const choose = (tab: DashboardTab) => {
    if (place === null && (tab === 'posts' || !isInPosts)) remember(tab);
    else navigate('/admin', { state: { tab } });
  };
  // A form with unsaved words may block the navigation: the tab is remembered only once it is open.
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
      <SiteNotice />
      <WorkflowPresence />
      {/* A page of the site that is shown in a window over the admin has a main element of its own. */}
      <main aria-label="Blog Admin">
        <Tabs label="Dashboard" tabs={dashboardTabs} active={place ? null : active} onChange={choose}>
          {place && <place.Screen />}
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
