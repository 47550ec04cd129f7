import { THEME_KEY, THEMES } from '#shared/kernel/themes.ts';

const classesAndPaper = THEMES.map(({ name, scheme, paper }) => [name, scheme, paper]);

/**
 * The inline script of the theme: it runs before the first paint, so that the chosen theme never flashes, and says that
 * scripts run (`js`). It stands after the `theme-color`, which it gives the theme's paper. It is constant: the server
 * allows it by its hash. Key, default and class: docs/rules.md, "Theme".
 */
export const THEME_SCRIPT = `(function(){var d=document,a=${JSON.stringify(classesAndPaper)},n,t;try{n=localStorage.getItem('${THEME_KEY}')}catch(e){}t=a.find(function(x){return x[0]===n})||a[0];d.documentElement.classList.add('js',t[0],t[1]);d.querySelector('meta[name=theme-color]').content=t[2]})()`;
