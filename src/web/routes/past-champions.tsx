export default function PastChampions() {
  return <main><h1>PastChampions</h1></main>
}
