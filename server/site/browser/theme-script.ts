import { AS_SYSTEM, THEME_KEY, THEMES, themeOfScheme } from '#shared/kernel/themes.ts';

const classesAndPaper = THEMES.map(({ name, scheme, paper }) => [name, scheme, paper]);
const [dark, light] = [themeOfScheme('dark').name, themeOfScheme('light').name];

/**
 * The inline script of the theme: it runs before the first paint, so that no other theme flashes up, and marks that
 * scripts run (`js`). It stands after the `theme-color`, whose value it sets to the theme's paper colour. It is
 * constant: the server allows it by its hash. Key, default and class: docs/rules.md, "Theme".
 */
export const THEME_SCRIPT = `(function(){var d=document,c=d.documentElement.classList,a=${JSON.stringify(classesAndPaper)},n,t;try{n=localStorage.getItem('${THEME_KEY}')}catch(e){}if(n=='${AS_SYSTEM}'){c.add(n);n=matchMedia('(prefers-color-scheme:dark)').matches?'${dark}':'${light}'}t=a.find(function(x){return x[0]===n})||a[0];c.add('js',t[0],t[1]);d.querySelector('meta[name=theme-color]').content=t[2]})()`;
