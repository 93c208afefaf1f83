// What happens to the shop of the scale test while it sells: each disaster with what was sold meanwhile, and what may not fail in it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseProxy } from './database-proxy.js'
import { type Diary, failures } from './diary.js'
import type { Cluster } from './galera.js'
import type { PlaceNames } from './author.js'
import type { Release, Releases } from './releases.js'
import type { ShopProcess } from './shop-process.js'

/** All that can be killed. */
export interface Scene {
  readonly cluster: Cluster
  readonly proxy: DatabaseProxy
  readonly processes: readonly ShopProcess[]
  readonly releases: Releases
  /** How authors tell where something lies. */
  readonly place: PlaceNames
  readonly diary: Diary
  /** Milliseconds for which a node stands still. */
  readonly pause: number
  say(sentence: string): void
}

/** Milliseconds in which callers go on between two disasters. */
const calm = 2_000
/** Milliseconds after which something must have been sold again. */
const recovery = 60_000
/** Milliseconds in which a node may notice that its disk is full. */
const noticing = 15_000

/** False where it does not hold within so many milliseconds. */
export async function until(patience: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + patience
  while (!(await holds())) {
    if (performance.now() > deadline) return false
    await sleep(200)
  }
  return true
}

/** Milliseconds in which no attempt fails where nobody waits any more for what a disaster before has left: a key is blocked for 20 seconds. */
const settled = 4_000
const settling = 40_000

/** Until callers have had their answers of what happened before. */
async function calmness(diary: Diary): Promise<void> {
  let [seen, since] = [failures(diary), performance.now()]
  await until(settling, () => {
    if (failures(diary) !== seen) [seen, since] = [failures(diary), performance.now()]
    return performance.now() - since > settled
  })
}

/** Looks every second whether more attempts have failed; `stop` names the seconds in which they have. */
function watchFailures(diary: Diary): { stop(): string } {
  const begun = performance.now()
  const seconds = new Map<number, number>()
  let seen = failures(diary)
  const look = (): void => {
    const more = failures(diary) - seen
    seen += more
    if (more > 0) seconds.set(Math.round((performance.now() - begun) / 1_000), more)
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

/** @param spotless true where no attempt may fail */
export async function during({ diary, say }: Scene, what: string, deed: () => Promise<void>, spotless = false): Promise<void> {
  if (spotless) await calmness(diary)
  const [orders, failed, kinds] = [diary.orders.length, failures(diary), new Map(diary.failed)]
  say(what)
  const rises = watchFailures(diary)
  await deed()
  const sold = diary.orders.length
  if (!(await until(recovery, () => diary.orders.length > sold)))
    diary.faults.push(`A minute after ${what}, nothing was sold yet.`)
  await sleep(calm)
  const more = [...diary.failed].map(([kind, count]) => [kind, count - (kinds.get(kind) ?? 0)] as const)
  const told = more.filter(([, count]) => count > 0).map(([kind, count]) => `${count} × ${kind}`)
  say(
    `     ${diary.orders.length - orders} orders meanwhile, ${failures(diary) - failed} attempts failed${told.length > 0 ? `: ${told.join(', ')}` : ''}`,
  )
  const seconds = rises.stop()
  if (!spotless || failures(diary) === failed) return
  diary.faults.push(`While ${what}, attempts failed, ${seconds} after it began: ${told.join(', ')}.`)
}

/** Each process is told to end, and another one of that release takes its place; no request may fail. */
function replaceProcesses(scene: Scene, what: string, { program }: Release): Promise<void> {
  const each = async (): Promise<void> => {
    for (const one of scene.processes) {
      await one.stop()
      await one.start(program)
    }
  }
  return during(scene, what, each, true)
}

async function fullDisk(scene: Scene): Promise<void> {
  const { cluster, say } = scene
  const node = cluster.nodes.find(({ hasDisk }) => hasDisk)
  if (node === undefined) return say('no node has a disk of its own, because this user may not mount one: none can be full')
  await during(scene, `the disk of ${node.name} is full until somebody makes room`, async () => {
    await node.fillDisk()
    const left = await until(noticing, async () => !(await node.takesPart()))
    say(`     ${node.name} ${left ? 'has left its cluster by itself' : 'has stayed in its cluster'}`)
    await sleep(calm)
    await node.clearDisk()
    await node.stop('SIGKILL')
    node.start()
    await cluster.whole()
  })
}

/** Everything that is killed, once; `turn` says of which node and process it is the turn. */
export async function disasters(scene: Scene, turn: number): Promise<void> {
  const { cluster, processes, proxy, releases, pause } = scene
  const { nodes } = cluster
  const node = nodes[turn % nodes.length]!
  const other = nodes[(turn + 1) % nodes.length]!
  const process = processes[turn % processes.length]!
  const { program } = releases.present
  await during(scene, 'nothing happens', async () => undefined, true)
  await during(scene, `${node.name} is killed and comes back`, async () => {
    await node.stop('SIGKILL')
    await sleep(calm)
    node.start()
    await cluster.whole()
  })
  await during(scene, `${process.name} is killed and comes back`, async () => {
    await process.stop('SIGKILL')
    await sleep(calm)
    await process.start(program)
  })
  await during(scene, 'HAProxy is killed and comes back', async () => {
    await proxy.kill()
    await sleep(calm)
    await proxy.start()
  })
  await fullDisk(scene)
  await during(scene, `${other.name} stands still for ${pause / 1000} seconds`, async () => {
    other.signal('SIGSTOP')
    await sleep(pause)
    other.signal('SIGCONT')
    await cluster.whole()
  })
  await replaceProcesses(scene, 'all processes are restarted, one after the other', releases.present)
}

/** The later releases one after the other; from one to the next authors say what both understand, and read what both know. */
export async function upgrade(scene: Scene): Promise<void> {
  const { releases, place } = scene
  const { expanding, migrating, leaving, contracting } = releases
  const next = (release: Release, what: string): Promise<void> =>
    replaceProcesses(scene, `processes of ${release.version} take the place of those before them, and ${what}`, release)
  await next(expanding, 'expand the tables')
  place.write = ['shelf', 'rack']
  await next(migrating, 'carry over what lies at the old place alone')
  place.read = 'rack'
  place.write = ['rack']
  await next(leaving, 'leave the old place alone')
  await next(contracting, 'take away what is not used any more')
}
