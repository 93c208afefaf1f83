// Failures during the scale test: each one with the orders placed during it, and the steps in which no request may fail.
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseProxy } from './database-proxy.js'
import { type Diary, failures } from './diary.js'
import type { Cluster } from './galera.js'
import type { PlaceNames } from './author.js'
import type { Release, Releases } from './releases.js'
import type { ShopProcess } from './shop-process.js'

/** All components that can be killed. */
export interface Scene {
  readonly cluster: Cluster
  readonly proxy: DatabaseProxy
  readonly processes: readonly ShopProcess[]
  readonly releases: Releases
  /** The fields that authors use for the location of a product. */
  readonly place: PlaceNames
  readonly diary: Diary
  /** Milliseconds for which a node is paused. */
  readonly pause: number
  say(sentence: string): void
}

/** Milliseconds between two failures. */
const calm = 2_000
/** Milliseconds within which orders must be placed again. */
const recovery = 60_000
/** Milliseconds within which a node can detect its full disk. */
const noticing = 15_000

/** Waits until the condition is true. Returns false after the timeout, in milliseconds. */
export async function until(patience: number, isReached: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + patience
  while (!(await isReached())) {
    if (performance.now() > deadline) return false
    await sleep(200)
  }
  return true
}

/** Milliseconds without a failed attempt after which the effects of the previous failure are over. A key is blocked for 20 seconds. */
const settled = 4_000
const settling = 40_000

/** Waits until no caller is affected by previous failures. */
async function calmness(diary: Diary): Promise<void> {
  let [failureCount, since] = [failures(diary), performance.now()]
  await until(settling, () => {
    if (failures(diary) !== failureCount) [failureCount, since] = [failures(diary), performance.now()]
    return performance.now() - since > settled
  })
}

/** Counts failed attempts every second. `stop` returns the seconds with failures. */
function watchFailures(diary: Diary): { stop(): string } {
  const started = performance.now()
  const seconds = new Map<number, number>()
  let failureCount = failures(diary)
  const look = (): void => {
    const more = failures(diary) - failureCount
    failureCount += more
    if (more > 0) seconds.set(Math.round((performance.now() - started) / 1_000), more)
  }
  const timer = setInterval(look, 1_000)
  return {
    stop() {
      clearInterval(timer)
      look()
      return [...seconds].map(([second, count]) => `${count} at ${second} s`).join(', ')
    },
  }
}

/** @param spotless true if no attempt may fail */
export async function during({ diary, say }: Scene, title: string, action: () => Promise<void>, spotless = false): Promise<void> {
  if (spotless) await calmness(diary)
  const [orders, failed, kinds] = [diary.orders.length, failures(diary), new Map(diary.failed)]
  say(title)
  const rises = watchFailures(diary)
  await action()
  const sold = diary.orders.length
  if (!(await until(recovery, () => diary.orders.length > sold)))
    diary.faults.push(`A minute after the step '${title}', no order was placed yet.`)
  await sleep(calm)
  const more = [...diary.failed].map(([kind, count]) => [kind, count - (kinds.get(kind) ?? 0)] as const)
  const failureTexts = more.filter(([, count]) => count > 0).map(([kind, count]) => `${count} × ${kind}`)
  say(
    `     ${diary.orders.length - orders} orders during this, ${failures(diary) - failed} failed attempts${failureTexts.length > 0 ? `: ${failureTexts.join(', ')}` : ''}`,
  )
  const seconds = rises.stop()
  if (!spotless || failures(diary) === failed) return
  diary.faults.push(`During the step '${title}' attempts failed, ${seconds} after its start: ${failureTexts.join(', ')}.`)
}

/** Stops each process and starts another one of the given release in its place. No request may fail. */
function replaceProcesses(scene: Scene, title: string, { program }: Release): Promise<void> {
  const each = async (): Promise<void> => {
    for (const shopProcess of scene.processes) {
      await shopProcess.stop()
      await shopProcess.start(program)
    }
  }
  return during(scene, title, each, true)
}

async function fullDisk(scene: Scene): Promise<void> {
  const { cluster, say } = scene
  const node = cluster.nodes.find(({ hasDisk }) => hasDisk)
  if (node === undefined) return say('no node has its own disk, because this user may not mount one: the full disk is skipped')
  await during(scene, `the disk of ${node.name} is full for a while`, async () => {
    await node.fillDisk()
    const isDetached = await until(noticing, async () => !(await node.takesPart()))
    say(`     ${node.name} ${isDetached ? 'has left the cluster' : 'has stayed in the cluster'}`)
    await sleep(calm)
    await node.clearDisk()
    await node.stop('SIGKILL')
    node.start()
    await cluster.whole()
  })
}

/** Kills each kind of component once. `turn` selects the node and the process. */
export async function disasters(scene: Scene, turn: number): Promise<void> {
  const { cluster, processes, proxy, releases, pause } = scene
  const { nodes } = cluster
  const node = nodes[turn % nodes.length]!
  const other = nodes[(turn + 1) % nodes.length]!
  const process = processes[turn % processes.length]!
  const { program } = releases.present
  await during(scene, 'no failure', async () => undefined, true)
  await during(scene, `${node.name} is killed and restarted`, async () => {
    await node.stop('SIGKILL')
    await sleep(calm)
    node.start()
    await cluster.whole()
  })
  await during(scene, `${process.name} is killed and restarted`, async () => {
    await process.stop('SIGKILL')
    await sleep(calm)
    await process.start(program)
  })
  await during(scene, 'HAProxy is killed and restarted', async () => {
    await proxy.kill()
    await sleep(calm)
    await proxy.start()
  })
  await fullDisk(scene)
  await during(scene, `${other.name} is paused for ${pause / 1000} seconds`, async () => {
    other.signal('SIGSTOP')
    await sleep(pause)
    other.signal('SIGCONT')
    await cluster.whole()
  })
  await replaceProcesses(scene, 'all processes are restarted, one after the other', releases.present)
}

/** Installs the later releases one after the other. In each transition, authors use the fields that both releases support. */
export async function upgrade(scene: Scene): Promise<void> {
  const { releases, place } = scene
  const { expanding, migrating, leaving, contracting } = releases
  const next = (release: Release, title: string): Promise<void> =>
    replaceProcesses(scene, `processes of ${release.version} replace the previous ones and ${title}`, release)
  await next(expanding, 'expand the tables')
  place.write = ['shelf', 'rack']
  await next(migrating, 'migrate values from the old column')
  place.read = 'rack'
  place.write = ['rack']
  await next(leaving, 'stop using the old column')
  await next(contracting, 'drop unused columns and tables')
}
