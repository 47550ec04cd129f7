import type { Site } from './simulated-site.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The troubles of a device's messages; drawn for each device. */
export interface Weather {
  /** The share of requests that meet trouble. */
  trouble: number;
  isDown: boolean;
  /** The device's writes arrive, but its reads fail. */
  isDeaf: boolean;
  /** The device's messages take two seconds to arrive. */
  isSlow: boolean;
  isSignedIn: boolean;
}

export interface NetworkOptions {
  /** Returns the server to which this device is connected at the moment. */
  site: () => Site;
  time: VirtualTime;
  random: () => number;
  weather: Weather;
}

export interface Network {
  fetch(address: string, init: RequestInit): Promise<Response>;
  /** Called when the device has died: nothing reaches it any more. Messages that it has sent are still on their way. */
  cut(): void;
}

/** The milliseconds that the slowest message takes. */
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
      // The first answer is lost, and the network sends the request again.
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
