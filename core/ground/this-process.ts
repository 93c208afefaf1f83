// What this process is called among those that share a database, and which of the others are known to be gone.
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { digestOf } from './digest.js'

const unknown = '-'

/** What the system tells; nothing on systems that do not. */
function told(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

/** When the process began, in ticks since the machine did; `-` where nobody says so. Threads have that of their process. */
function beginning(pid: number | 'self'): string {
  const stat = told(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  // The name of the program, in brackets, may hold anything.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? unknown
}

/**
 * The machine as its processes see each other. Containers may share a host's name and number their processes alike, and so may machines: the
 * namespace and the start of the kernel tell them apart.
 */
function place(): string {
  const namespace = told(() => readlinkSync('/proc/self/ns/pid'))
  const kernel = told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'))
  return `${hostname().slice(0, 24)}/${digestOf(hostname(), namespace, kernel).slice(0, 8)}`
}

let name: string | null = null

/** Place, number and beginning, with blanks between them; 52 characters at most, and no other process has or had the same. */
export const processName = (): string => (name ??= `${place()} ${process.pid} ${beginning('self')}`)

/** The name as people read it: machine and number. */
export function shownProcess(named: string): string {
  const [where = '', pid = ''] = named.split(' ')
  return `${where.split('/')[0]} ${pid}`
}

/** True where the name, or what begins with it, is that of a process of this machine that is gone. Of other machines nobody knows. */
export function isGone(named: string): boolean {
  const [where, number, began = unknown] = named.split(' ')
  const [here, own, ownBeginning] = processName().split(' ')
  if (where !== here) return false
  if (number === own) return began !== ownBeginning
  const pid = Number(number)
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
  // Another one may have its number by now.
  const since = beginning(pid)
  return since !== unknown && began !== unknown && since !== began
}
