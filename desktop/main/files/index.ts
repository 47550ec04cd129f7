export { createDragOut } from './drag-out.ts';
export { filesOfArguments } from './file-arguments.ts';
export { openFiles } from './open-files.ts';
export { openRecentFiles, type RecentFiles } from './recent-files.ts';
