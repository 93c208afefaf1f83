// Runs the service program in a child process, as an administrator starts it, on a database shared with other processes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { repositoryRoot } from './repository.js'

export interface ServiceProcess {
  /** Its address, without a trailing slash. */
  readonly url: string
  readonly child: ChildProcess
  /** Its log output. */
  said(): string
  /** Sends a signal, default SIGTERM, and waits until the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts the service without demo shop on a free port and resolves when it listens. If it ends before, throws an error with its output. */
export async function startServiceProcess(settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const env = { ...process.env, SVC_PORT: '0', SVC_DEMO: 'off', SVC_LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, ['bin/svc', 'svc:serve'], { cwd: repositoryRoot, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stderr.on('data', (data: Buffer) => (output = (output + String(data)).slice(-100_000)))
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    void exited.then(() => reject(new Error(`The service ended before it listened: ${output}`)))
    createInterface(child.stdout).on('line', (line) => {
      const [, found] = /^Listening on (\S+)/.exec(line) ?? []
      if (found !== undefined) resolve(found.replace(/\/$/, ''))
    })
  })
  return {
    url,
    child,
    said: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await exited
    },
  }
}
