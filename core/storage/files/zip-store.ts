// Where transfer packages and backups lie: zip files by their names, in a folder or in a bucket that all processes share.
import type { Readable } from 'node:stream'

/** A file as it was when it was opened, whatever takes its place meanwhile. */
export interface OpenedZip {
  /** Bytes. */
  readonly size: number
  /** Fills the buffer from `offset` on; fewer bytes than `length` where the file ends. Gives how many there were. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<number>
  close(): Promise<void>
}

/** There is no file that can be read; something else where `instead` says what: 'a folder', 'a link'. */
export class NoFile extends Error {
  constructor(readonly instead: string | null) {
    super(`There is ${instead ?? 'nothing'} in the place of the file.`)
  }
}

/** A file that is being written. */
export interface ZipSink {
  /** Takes all bytes as they come, a bounded number at a time. */
  take(bytes: Readable): Promise<void>
  /** Gives the file its name, in the place of what stands there: whole, or not at all. Gives its bytes. */
  finish(): Promise<number>
  /** Gives up: nothing is left. */
  drop(): Promise<void>
}

export interface ZipPlace {
  /** As who has a shell knows it: the path of a file, or `s3://bucket/prefix/name.zip`. */
  readonly path: string
  /** Throws NoFile where there is none. */
  open(): Promise<OpenedZip>
  /** Begins a file beside its place, so that what stands there stays until the new one is whole. */
  create(): Promise<ZipSink>
}

/** A file that came over the network and has no name yet. */
export interface ArrivedZip {
  readonly place: ZipPlace
  /** Gives it the first of the names that is free, and notes that it came over the network; null where none is free. */
  keep(names: Iterable<string>): Promise<string | null>
  drop(): Promise<void>
}

/** Moments in milliseconds since 1970; what began before them was left over by a process that is gone. */
export interface UnfinishedUntil {
  /** Files that came over the network, and never got a name. */
  readonly arriving: number
  /** Files that a process was writing. */
  readonly writing: number
}

export interface ZipStore {
  /** The path of the folder, or `s3://bucket/prefix`. */
  readonly path: string
  readonly isBucket: boolean
  /** Throws NOT_READY, with what to do, where nothing can be stored. */
  ready(): Promise<void>
  /** @param name without a path: who lets others give it has looked at it */
  place(name: string): ZipPlace
  receive(bytes: AsyncIterable<Uint8Array>): Promise<ArrivedZip>
  /** The names that begin so; none where the place is not there yet. */
  list(prefix: string): Promise<readonly string[]>
  /** Nothing happens where there is none. */
  remove(name: string): Promise<void>
  forgetUnfinished(until: UnfinishedUntil): Promise<void>
  /** Removes what came over the network before the moment, and nothing that was written or laid there by others. Gives how many. */
  sweepReceived(olderThan: number): Promise<number>
}
