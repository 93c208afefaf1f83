// Modules that are loaded when they are needed first.

/** Loads it once: `import()` of what is loaded already still goes through Node's loader, which takes as long as reading a row. */
export function later<T extends object>(load: () => Promise<T>): () => T | Promise<T> {
  let loaded: T | undefined
  return () =>
    loaded ??
    load().then((module) => {
      loaded = module
      return module
    })
}
