import './styles.css';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { AdminApp } from '#shared/admin/app.tsx';
import { browserPorts } from './browser-ports.ts';

const root = document.getElementById('admin');
if (!root) throw new Error('The page has no place for the admin');

createRoot(root).render(
  <BrowserRouter>
    <AdminApp ports={browserPorts(root.dataset)} />
  </BrowserRouter>,
);
