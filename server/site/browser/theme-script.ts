/** Colours of the browser's own bars: `--paper` of the light theme and of the dark one (`shared/ui/theme.css`). */
export const THEME_COLORS = ['#fbfaf7', '#131418'] as const;

/**
 * The one inline script: it runs before the first paint, so that the chosen theme never flashes, and says that scripts
 * run (`js`). It stands after the two `theme-color`s, of which it leaves the theme's own in force. It is constant: the
 * server allows it by its hash. Key, default and class: docs/rules.md, "Theme".
 */
export const THEME_SCRIPT =
  "(function(){var d=document,r=d.documentElement,t='light';try{if(localStorage.getItem('theme')==='dark')t='dark'}catch(e){}r.classList.add('js',t);if(t==='dark')d.querySelectorAll('meta[name=theme-color]').forEach(function(m,i){m.media=i?'all':'not all'})})()";
