export function findPostgresBin(): string | undefined
export function findChromium(): string | undefined
