import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { strictClass } from './strict.ts';

type Click = (item: MenuItem, window: BrowserWindow | undefined, event: object) => void;

export interface MenuItemOptions {
  id?: string;
  label?: string;
  sublabel?: string;
  toolTip?: string;
  accelerator?: string;
  role?: string;
  type?: 'normal' | 'separator' | 'submenu' | 'checkbox' | 'radio';
  enabled?: boolean;
  visible?: boolean;
  checked?: boolean;
  registerAccelerator?: boolean;
  acceleratorWorksWhenHidden?: boolean;
  icon?: unknown;
  submenu?: MenuItemOptions[] | Menu;
  click?: Click;
}

/**
 * The effects of the roles that matter to a program; the others (copy, paste, zoom) are Chromium's own and do nothing
 * here.
 */
const ROLES: Record<string, (window: BrowserWindow | undefined) => void> = {
  quit: () => app.quit(),
  close: (window) => window?.close(),
  reload: (window) => window?.reload(),
  minimize: (window) => window?.minimize(),
};

export class MenuItem {
  readonly id: string | undefined;
  readonly role: string | undefined;
  readonly accelerator: string | undefined;
  readonly type: string;
  readonly submenu: Menu | undefined;
  label: string;
  sublabel: string;
  toolTip: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  private readonly clicked: Click | undefined;

  constructor(options: MenuItemOptions) {
    const { submenu } = options;
    this.id = options.id;
    this.role = options.role?.toLowerCase();
    this.accelerator = options.accelerator;
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : submenu;
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal');
    this.label = options.label ?? options.role ?? '';
    this.sublabel = options.sublabel ?? '';
    this.toolTip = options.toolTip ?? '';
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.clicked = options.click;
  }

  /** Acts like the owner's click, or the accelerator: does nothing when the item is disabled. */
  click(event: object = {}, window?: BrowserWindow): void {
    if (!this.enabled) return;
    if (this.type === 'checkbox') this.checked = !this.checked;
    const focused = window ?? BrowserWindow.getFocusedWindow() ?? undefined;
    if (this.role && ROLES[this.role]) ROLES[this.role]?.(focused);
    else this.clicked?.(this, focused, event);
  }
}
strictClass('MenuItem', MenuItem);

let applicationMenu: Menu | null = null;

export class Menu {
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: (MenuItemOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }
  append(item: MenuItem): void {
    this.items.push(item);
  }
  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item);
  }
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
  popup(): void {}
  closePopup(): void {}
}
strictClass('Menu', Menu);
