const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
];

const found = (userAgent: string, names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];

/**
 * Returns a browser's name as people say it: "Firefox on Linux". A browser that is not recognised is called unknown.
 */
export function deviceName(userAgent: string, via: 'browser' | 'desktop'): string {
  const system = found(userAgent, systems);
  const program = via === 'desktop' ? 'Desktop app' : (found(userAgent, browsers) ?? 'Unknown browser');
  return system ? `${program} on ${system}` : program;
}
