// Loads the findings of a product's proof after every stored change, and runs their demonstrations and repairs.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { DryRun } from '../../transport/shape.js'
import type { WorkshopFinding, WorkshopFindings } from '../../transport/workshop/shape.js'
import { ask } from '../ground/api.js'
import { useStore } from '../ground/store.js'
import { tell, tellFailure } from '../ground/toasts.js'
import type { Bridge } from './live-bridge.js'
import { keyOf, type Model } from './tree-model.js'
import { productChanged } from './tree-work.js'
import { w } from './wording/say.js'

/** Milliseconds after the last write until the proof runs again. */
const pause = 400
/** Maximum milliseconds to wait for the configurator, because both need the same processor. */
const patience = 5_000

/** True once the configurator has its reply, or takes too long. */
function useTurn(bridge: Bridge): boolean {
  const answered = useStore(bridge.answered)
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return answered || late
}

/** Selects answers in the configurator that make the finding visible. If that is impossible, shows the reason. */
async function show(bridge: Bridge, { entity, id, witness }: WorkshopFinding): Promise<void> {
  bridge.reset()
  const wanted = witness.length > 0 ? witness.map(({ question_id }) => question_id) : entity === 'question' ? [id] : []
  const way = new Map<number, string>()
  const reasons: string[] = []
  for (const question of wanted) {
    const told = await bridge.explain(question)
    if (told === null || told.applies) continue
    const [remedy] = told.remedies
    if (!remedy) reasons.push(...told.sentences)
    for (const { question_id, value } of remedy?.changes ?? []) if (value !== null) way.set(question_id, value)
  }
  for (const { question_id, value } of witness) way.set(question_id, value)
  if (way.size > 0) bridge.choose([...way].map(([question_id, value]) => ({ question_id, value })))
  tell({ text: reasons.length > 0 ? reasons.join(' ') : w('isShown') })
}

type Confirms = (would: DryRun) => Promise<boolean>

async function repair(product: number, { repair: mend }: WorkshopFinding, confirms: Confirms): Promise<void> {
  if (!mend) return
  const address = `records/${mend.entity}/${mend.id}`
  const would = await ask<DryRun>('PATCH', `${address}?dry_run=1`, { body: mend.fields })
  if (!(await confirms(would))) return
  await ask('PATCH', address, { body: mend.fields })
  await productChanged(product, mend.entity)
  tell({ text: w('isRepaired') })
}

export function useFindings(model: Model, stored: number, bridge: Bridge, confirms: Confirms) {
  const product = model.product.id
  const [settled, setSettled] = useState(stored)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(stored), pause)
    return () => clearTimeout(timer)
  }, [stored])
  const turn = useTurn(bridge)
  const { data, isFetching } = useQuery({
    enabled: turn,
    queryKey: ['findings', product, settled],
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask<WorkshopFindings>('GET', `workshop/${product}/findings`, { signal }),
  })
  /** Number of findings about a row and the rows below it. */
  const counts = useMemo(() => {
    const found = new Map<string, number>()
    for (const { entity, id } of data?.findings ?? []) {
      const item = model.byKey.get(keyOf(entity, id))
      for (let at = item ?? null; at; at = at.parent) found.set(at.key, (found.get(at.key) ?? 0) + 1)
    }
    return found
  }, [data, model])

  return {
    found: data,
    busy: !turn || isFetching || settled !== stored,
    counts,
    show: useCallback((finding: WorkshopFinding): void => void show(bridge, finding).catch(tellFailure), [bridge]),
    repair: useCallback(
      (finding: WorkshopFinding): void => void repair(product, finding, confirms).catch(tellFailure),
      [product, confirms],
    ),
  }
}
