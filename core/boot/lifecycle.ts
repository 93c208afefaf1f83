// Starts plugins in order and stops the started ones in reverse order, exactly once.
import type { App } from '../app.js'
import type { Plugin } from '../contract.js'
import { ServiceError, BootError, createBootFault } from '../foundation/errors.js'
import { createMessage } from '../foundation/message.js'
import type { Log } from '../foundation/log.js'

export class Lifecycle {
  private readonly steps: { readonly name: string; stop(): void | Promise<void> }[] = []
  private stopping: Promise<void> | null = null

  constructor(private readonly log: Log) {}

  /** Registers a step to be undone by `stop`, after all later steps. */
  add(name: string, stop: () => void | Promise<void>): void {
    this.steps.push({ name, stop })
  }

  /** Starts the plugins one by one. A plugin that fails is stopped, too. The caller must then call `stop` for the rest. */
  async start(plugins: readonly Plugin[], app: App): Promise<void> {
    for (const plugin of plugins) {
      this.add(plugin.name, async () => plugin.stop?.())
      try {
        await plugin.start?.(app)
      } catch (error) {
        throw startFailure(plugin.name, error)
      }
    }
  }

  /** Stops everything. A second call waits for the first. Failures are logged and do not prevent other stops. */
  stop(): Promise<void> {
    this.stopping ??= this.stopAll()
    return this.stopping
  }

  private async stopAll(): Promise<void> {
    for (const { name, stop } of this.steps.toReversed()) {
      try {
        await stop()
      } catch (error) {
        this.log.error({ err: error, plugin: name }, `'${name}' could not be stopped cleanly.`)
      }
    }
  }
}

/** Keeps errors with a full sentence. Wraps other errors and names the plugin. */
function startFailure(owner: string, error: unknown): unknown {
  if (error instanceof BootError || (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR')) return error
  const reason = error instanceof Error ? error.message : String(error)
  const message = createMessage('boot.pluginNotStarted', { owner, reason: reason.replace(/\.?$/, '.') })
  return new BootError([createBootFault('plugin-start', owner, message, createMessage('boot.fixCause'))], { cause: error })
}
