// Loads what a call would otherwise wait for: the library behind transactions. It reads no data.
import type { App } from '#core/app.js'

export async function warmUp(app: App): Promise<void> {
  const { unit } = await import('#core/storage/database/unit.js')
  await unit(app.context.database, () => Promise.resolve(), { dryRun: true })
}
