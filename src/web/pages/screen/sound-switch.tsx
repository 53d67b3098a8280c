import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { remember, remembered } from '../../device-storage.ts'

const key = 'screenSound'

let audio: AudioContext | undefined

/** Two notes, if sound is switched on. */
export function chime() {
  if (audio?.state !== 'running') return
  for (const [at, pitch] of [
    [0, 659],
    [0.28, 880],
  ] as const) {
    const from = audio.currentTime + at
    const note = new OscillatorNode(audio, { frequency: pitch })
    const loudness = new GainNode(audio, { gain: 0 })
    loudness.gain.linearRampToValueAtTime(0, from)
    loudness.gain.linearRampToValueAtTime(0.5, from + 0.02)
    loudness.gain.exponentialRampToValueAtTime(0.001, from + 1.4)
    note.connect(loudness).connect(audio.destination)
    note.start(from)
    note.stop(from + 1.5)
  }
}

/** Autoplay policy: sound needs a tap first. A screen on which it was allowed tries again on load. */
export function SoundSwitch({ className = 'tv-sound' }: { className?: string }) {
  const [isOn, setIsOn] = useState(false)

  useEffect(() => {
    if (remembered(key) !== 'on') return
    void switchSound(true).then(setIsOn)
  }, [])

  async function onClick() {
    const isNowOn = await switchSound(!isOn)
    setIsOn(isNowOn)
    remember(key, isNowOn ? 'on' : 'off')
    chime()
  }

  const Icon = isOn ? Volume2 : VolumeX
  return (
    <button type="button" className={`${className} needs-script`} aria-pressed={isOn} onClick={onClick}>
      <Icon aria-hidden="true" />
      <span>Sound</span>
    </button>
  )
}

/** Resolves to whether sound is on. Without a tap, `resume()` never settles in some browsers, hence the race. */
async function switchSound(on: boolean): Promise<boolean> {
  if (!on) {
    await audio?.suspend()
    return false
  }
  audio ??= new AudioContext()
  await Promise.race([audio.resume(), new Promise((done) => setTimeout(done, 500))])
  return audio.state === 'running'
}
