// The stand-in throws when a missing part is used: otherwise a program could pass here that fails, or behaves
// differently, in Electron.

function refuse(name: string, target: object, property: string | symbol): void {
  if (property in target || typeof property === 'symbol' || property === 'then' || property === 'toJSON') return;
  throw new Error(`The stand-in for Electron has no ${name}.${property} (see tests/electron-host/README.md)`);
}

/** Returns an object that throws when a property is read that it does not have. */
export function strict<Thing extends object>(name: string, thing: Thing): Thing {
  return new Proxy(thing, {
    get(target, property, receiver) {
      refuse(name, target, property);
      return Reflect.get(target, property, receiver);
    },
  });
}

/**
 * Does the same for all objects of a class: the end of the prototype chain, after the class and its parents, throws.
 */
export function strictClass(name: string, { prototype }: { prototype: object }): void {
  const parent: object = Object.getPrototypeOf(prototype);
  Object.setPrototypeOf(prototype, strict(name, parent));
}
