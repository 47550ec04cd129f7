import { createRoot } from 'react-dom/client';
import { ConnectScreen } from './connect-screen.tsx';
import './styles.css';

const root = document.getElementById('app');
if (!root) throw new Error('The page has no #app');
createRoot(root).render(<ConnectScreen />);
