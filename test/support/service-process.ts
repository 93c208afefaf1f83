// The program itself in a process of its own, as an administrator starts it, on a database that others serve too.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { root } from './repository.js'

export interface ServiceProcess {
  /** Where it listens, without a slash at the end. */
  readonly url: string
  readonly child: ChildProcess
  /** What it has logged. */
  said(): string
  /** Tells it to end, with SIGTERM if left out, and waits until it has. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Serves without the demo shop at a free port; listens when the promise resolves. Throws with what it said where it ends before. */
export async function startService(settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const env = { ...process.env, SVC_PORT: '0', SVC_DEMO: 'off', SVC_LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, ['bin/svc', 'svc:serve'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (data: Buffer) => (said = (said + String(data)).slice(-100_000)))
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error(`The service ended before it listened: ${said}`)))
    createInterface(child.stdout).on('line', (line) => {
      const [, found] = /^Listening on (\S+)/.exec(line) ?? []
      if (found !== undefined) resolve(found.replace(/\/$/, ''))
    })
  })
  return {
    url,
    child,
    said: () => said,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
  }
}
