// Which files a field takes, in German.

export const allowedFiles = (extensions: string, megabytes: string): string => `Erlaubt: ${extensions}, bis ${megabytes} MB`
