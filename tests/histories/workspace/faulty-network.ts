import type { Site } from './simulated-site.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What can befall the messages of a device; drawn for each. */
export interface Weather {
  /** The share of requests that something befalls. */
  trouble: number;
  isDown: boolean;
  /** What the device sends arrives, what it asks for does not. */
  isDeaf: boolean;
  /** What the device sends is two seconds on its way. */
  isSlow: boolean;
  isSignedIn: boolean;
}

export interface NetworkOptions {
  /** The server this device is led to at that moment. */
  site: () => Site;
  time: VirtualTime;
  random: () => number;
  weather: Weather;
}

export interface Network {
  fetch(address: string, init: RequestInit): Promise<Response>;
  /** Called when the device has died: nothing reaches it any more. What it has sent is still on its way. */
  cut(): void;
}

/** Milliseconds the slowest message takes. */
const LONGEST_WAY = 8000;
const SLOW_WAY = 2000;

/** A network that loses, doubles, delays and reorders requests and answers. */
export function createNetwork({ site, time, random, weather }: NetworkOptions): Network {
  let isCut = false;
  const never = () => new Promise<never>(() => undefined);

  return {
    async fetch(address, init) {
      if (weather.isDown || (weather.isDeaf && init.method === 'GET')) throw new TypeError('fetch failed');
      const fate = random() < weather.trouble ? Math.floor(random() * 5) : null;
      if (fate === 0) throw new TypeError('lost on the way there');
      if (weather.isSlow && init.method === 'POST') await time.wait(SLOW_WAY);
      if (fate === 1) await time.wait(random() * LONGEST_WAY);
      const answer = await site().request(address, init, weather.isSignedIn);
      // The first answer is lost, and the network sends the request once more.
      const last = fate === 2 ? await again(answer, () => site().request(address, init, weather.isSignedIn)) : answer;
      if (fate === 3) await time.wait(random() * LONGEST_WAY);
      if (isCut) return leave(last).then(never);
      if (init.signal?.aborted) {
        await leave(last);
        throw init.signal.reason;
      }
      if (fate === 4 || weather.isDown) {
        await leave(last);
        throw new TypeError('lost on the way back');
      }
      return last;
    },
    cut() {
      isCut = true;
    },
  };
}

async function again(first: Response, send: () => Promise<Response>): Promise<Response> {
  await leave(first);
  return send();
}

async function leave(answer: Response): Promise<void> {
  await answer.body?.cancel().catch(() => undefined);
}
