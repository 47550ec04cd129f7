import { useLocation, useNavigate } from 'react-router-dom';
import type { AdminRecord } from '#shared/contract/session.ts';
import { TabPanel, Tabs } from '#shared/ui/tabs.tsx';
import { LandingPagesTab } from '../landing-pages/index.ts';
import { isPostAddress, PostsTab } from '../posts/index.ts';
import { ChainedPromptsTab } from '../prompts/index.ts';
import { SettingsTab } from '../settings/index.ts';
import { type DashboardTab, dashboardTabs, useActiveTab } from './active-tab.ts';
import { DashboardHeader } from './dashboard-header.tsx';

/** Header and four tabs. A link to a post opens the Posts tab whatever was remembered. */
export function Dashboard({ me }: { me: AdminRecord }) {
  const location = useLocation();
  const navigate = useNavigate();
  const [remembered, remember] = useActiveTab();
  const active: DashboardTab = isPostAddress(location) ? 'posts' : remembered;
  const choose = (tab: DashboardTab) => {
    remember(tab);
    if (tab !== 'posts' && isPostAddress(location)) navigate('/admin');
  };

  return (
    <>
      <DashboardHeader me={me} />
      <main>
        <Tabs label="Dashboard" tabs={dashboardTabs} active={active} onChange={choose}>
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
