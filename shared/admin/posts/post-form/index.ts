export { PostFormScreen } from './post-form-screen.tsx';
