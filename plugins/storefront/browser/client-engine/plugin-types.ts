// Loads the scripts of plugins that the client engine needs to evaluate their types and functions.
import type { ClientModuleDeclaration, ClientModuleKit } from '#core/contract.js'
import type { EngineTypes } from '#core/surface.js'

/** The exports of such a script. */
export interface PluginScript {
  declare(kit: ClientModuleKit): ClientModuleDeclaration
}

/** The bundler does not resolve an import whose name is in a variable. */
function importPluginScript(module: string): Promise<PluginScript> {
  const script = `./client-engine-${module}.js`
  return import(/* @vite-ignore */ script) as Promise<PluginScript>
}

/** The built-in types plus the plugin types in `modules`. Rejects if a script cannot be loaded. */
export async function loadPluginTypes(
  shipped: EngineTypes,
  modules: readonly string[],
  kit: ClientModuleKit,
  load: (module: string) => Promise<PluginScript> = importPluginScript,
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
