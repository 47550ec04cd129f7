import type { DeviceClass } from '#server/repositories/statistics/counted.ts';

const TABLETS = /\biPad\b|\bTablet\b|\bPlayBook\b|\bKindle\b|\bSilk\/|\bAndroid\b(?!.*\bMobile\b)/i;
const PHONES = /\biPhone\b|\biPod\b|\bMobi/i;

/**
 * @param userAgent as the browser names itself; an iPad that calls itself a Mac is taken for one
 * @param isMobile what `Sec-CH-UA-Mobile` says; browsers send it for phones
 */
export function deviceClass(userAgent: string, isMobile: boolean): DeviceClass {
  if (TABLETS.test(userAgent)) return 'tablets';
  return isMobile || PHONES.test(userAgent) ? 'phones' : 'computers';
}
