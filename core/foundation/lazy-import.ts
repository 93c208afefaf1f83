// Modules that are imported on first use.

/** Imports a module once. A repeated `import()` of a loaded module still passes Node's loader, which costs as much as reading a row. */
export function lazyImport<T extends object>(load: () => Promise<T>): () => T | Promise<T> {
  let loaded: T | undefined
  return () =>
    loaded ??
    load().then((module) => {
      loaded = module
      return module
    })
}
