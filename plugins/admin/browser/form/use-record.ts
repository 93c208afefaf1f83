// State of a record form: initial values, changes, refused saves and edit conflicts.
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { EntityShape, RecordReply, WireRow } from '../../transport/shape.js'
import { call } from '../ground/api.js'
import { Problem } from '../ground/problem.js'
import { type HeldRecord, readRecord, recordsChanged } from '../ground/queries.js'
import { tell } from '../ground/toasts.js'
import { t } from '../wording/text.js'
import { type Difference, differences } from './merge.js'
import { bodyOf, changedKeys, startValues, type Values } from './values.js'

interface Saved {
  readonly reply: HeldRecord
  readonly inserted: boolean
}

interface Clash {
  readonly theirs: HeldRecord
  readonly found: readonly Difference[]
}

/** @param preset initial values of a new record from its context, such as its owner */
export function useRecord(shape: EntityShape, first: HeldRecord | null, preset: WireRow = {}) {
  const [held, setHeld] = useState(first)
  const [failure, setFailure] = useState<unknown>(null)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [clash, setClash] = useState<Clash | null>(null)
  const [findings, setFindings] = useState<RecordReply['findings']>()
  const [saving, setSaving] = useState(false)
  const isNew = held === null
  const start = useMemo(() => startValues(shape, held?.record ?? null, preset), [held])
  const form = useForm<Values>({ defaultValues: start })
  const busy = useRef(false)
  const isChanged = (): boolean => changedKeys(shape, start, form.getValues(), isNew).length > 0

  /** Shows the current record and keeps these unsaved values. */
  function show(record: HeldRecord, kept: Values = {}): void {
    setHeld(record)
    const values = startValues(shape, record.record)
    form.reset({ ...values, ...kept })
    setFailure(null)
    setTouched(new Set())
  }

  async function compare(): Promise<void> {
    const theirs = await readRecord(shape.name, held!.id)
    const keys = shape.form.fields.flatMap(({ keys: own, sensitive, readOnly }) => (sensitive || readOnly ? [] : own))
    setClash({ theirs, found: differences(keys, start, form.getValues(), startValues(shape, theirs.record)) })
  }

  /** Returns null if nothing was saved. The form then shows the error. */
  async function save(): Promise<Saved | null> {
    if (busy.current) return null
    busy.current = true
    setSaving(true)
    const body = bodyOf(shape, start, form.getValues(), isNew)
    try {
      const address = `records/${shape.name}`
      const { body: reply, etag } = isNew
        ? await call<RecordReply>('POST', address, { body })
        : await call<RecordReply>('PATCH', `${address}/${held.id}`, { body, ifMatch: held.etag })
      const saved = { ...reply, etag }
      show(saved)
      setFindings(reply.findings)
      await recordsChanged(shape.name)
      return { reply: saved, inserted: isNew }
    } catch (error) {
      if (error instanceof Problem && error.status === 412) await compare().catch(setFailure)
      else {
        setFailure(error)
        setTouched(new Set())
      }
      return null
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  /**
   * After a file upload: drops unsaved texts about the previous file. If somebody else changed a field with unsaved input, the next save
   * reports the conflict.
   */
  async function refresh(file: string): Promise<void> {
    const now = await readRecord(shape.name, held!.id)
    const fresh = startValues(shape, now.record)
    const spoken = new Set(shape.form.fields.flatMap(({ hints, keys }) => (hints['of'] === file ? keys : [])))
    const mine = changedKeys(shape, start, form.getValues(), false).filter((key) => !spoken.has(key))
    if (mine.some((key) => JSON.stringify(fresh[key]) !== JSON.stringify(start[key]))) return
    show(now, Object.fromEntries(mine.map((key) => [key, form.getValues(key)])))
  }

  function merge(kept: Values): void {
    if (!clash) return
    setClash(null)
    show(clash.theirs, kept)
    tell({ text: t('merged') })
  }

  return {
    form,
    held,
    isNew,
    start,
    failure,
    touched,
    clash,
    findings,
    saving,
    isChanged,
    save,
    show,
    merge,
    refresh,
    leaveClash: () => setClash(null),
    /** Hides the error of a field once its value changes. */
    touch: (key: string) => setTouched((before) => (before.has(key) ? before : new Set([...before, key]))),
  }
}

export type RecordState = ReturnType<typeof useRecord>

/** True while there are unsaved changes. Renders again when that changes. */
export function useChanged({ form, isChanged }: RecordState): boolean {
  const [changed, setChanged] = useState(false)
  useEffect(() => {
    setChanged(isChanged())
    const { unsubscribe } = form.watch(() => setChanged(isChanged()))
    return unsubscribe
  })
  return changed
}
