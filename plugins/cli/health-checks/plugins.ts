// Checks that svc.config.ts contains the plugins without which commands, tools and scheduled backups are missing.
import { type App, createMessage, createSuccess, createWarning, defineHealthCheck, type Message } from '#core/contract.js'

/** The missing features without the plugin. */
const effects: Readonly<Record<string, Message>> = {
  backup: createMessage('checks.withoutBackup'),
  sheets: createMessage('checks.withoutSheets'),
}

export interface MissingPlugin {
  readonly name: string
  readonly message: Message
}

/** The plugins of most installations that this one lacks. */
export function listMissingPlugins({ context }: App): readonly MissingPlugin[] {
  const present = new Set(context.plugins.map(({ name }) => name))
  return Object.entries(effects)
    .filter(([name]) => !present.has(name))
    .map(([name, effect]) => ({ name, message: createMessage('checks.pluginMissing', { name, effect }) }))
}

export const plugins = defineHealthCheck({
  name: 'plugins',
  description: 'The plugins that most shops need: whether svc.config.ts contains them.',
  async run({ app }) {
    const missing = listMissingPlugins(app)
    if (missing.length === 0) return [createSuccess(createMessage('checks.pluginsPresent'))]
    return missing.map(({ name, message }) => createWarning(message, createMessage('checks.pluginMissingAdvice', { name })))
  },
})
