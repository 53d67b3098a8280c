export default function Entries() {
  return <main><h1>Entries</h1></main>
}
