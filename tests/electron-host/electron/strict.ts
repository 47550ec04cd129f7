// The stand-in says so when it is asked for what it lacks: silence would let a program pass here that fails, or does
// something else, in Electron.

function refuse(name: string, target: object, property: string | symbol): void {
  if (property in target || typeof property === 'symbol' || property === 'then' || property === 'toJSON') return;
  throw new Error(`The stand-in for Electron has no ${name}.${property} (see tests/electron-host/README.md)`);
}

/** An object that throws when something is read from it that it does not have. */
export function strict<Thing extends object>(name: string, thing: Thing): Thing {
  return new Proxy(thing, {
    get(target, property, receiver) {
      refuse(name, target, property);
      return Reflect.get(target, property, receiver);
    },
  });
}

/** The same for all objects of a class: the last one asked, behind the class and what it extends, throws. */
export function strictClass(name: string, { prototype }: { prototype: object }): void {
  const parent: object = Object.getPrototypeOf(prototype);
  Object.setPrototypeOf(prototype, strict(name, parent));
}
