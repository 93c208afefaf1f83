// The types and functions of plugins that a program is evaluated with: scripts beside this one, each loaded once.
import type { EngineTypes } from '#core/engine/program/engine-types.js'
import type { TwinDeclaration, TwinKit } from '#core/model/storefront/twin-module.js'

/** What such a script exports. */
export interface PluggedScript {
  declare(kit: TwinKit): TwinDeclaration
}

/** A name in a variable is left as it is by the bundler. */
function beside(module: string): Promise<PluggedScript> {
  const script = `./twin-${module}.js`
  return import(/* @vite-ignore */ script) as Promise<PluggedScript>
}

/** Those of the program's `modules`, with the types that ship; rejects where one got lost. */
export async function withPlugged(
  shipped: EngineTypes,
  modules: readonly string[],
  kit: TwinKit,
  load: (module: string) => Promise<PluggedScript> = beside,
): Promise<EngineTypes> {
  const types: Record<string, ReadonlyMap<string, { readonly name: string }>> = { ...shipped }
  const scripts = modules.map(load)
  for (const [index, module] of modules.entries()) {
    const [point = ''] = module.split('-')
    const declared = (await scripts[index]!).declare(kit)
    types[point] = new Map([...types[point]!, [declared.name, declared]])
  }
  return types as unknown as EngineTypes
}
